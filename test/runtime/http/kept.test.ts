import { createConnection, type Socket } from "node:net";
import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import type { HttpOptions } from "../../../src/runtime/http.ts";
import type { HttpHandler } from "../../../src/runtime/http/server/web/handler.ts";
import { clientKeyOf } from "../../../src/runtime/http/server/limits/client-key.ts";
import type { HttpExchange } from "../../../src/runtime/http/server/exchange.ts";
import { nobody } from "../../../src/runtime/protocol/viewer.ts";
import {
  utf8Length,
  weigh,
  weighText,
} from "../../../src/runtime/protocol/weigh.ts";
import {
  all,
  initializeAs,
  modernRequest,
  newestHandshake,
  request,
  serverOf,
} from "../revisions.ts";
import { done, serverWith } from "../tool-server.ts";
import { settle, until } from "../wait.ts";
import { faces } from "./faces.ts";
import { tool } from "../features/host.ts";
import { bytesOf, connectRaw, send, type RawConnection } from "./raw.ts";
import {
  modernCall,
  serve,
  startSession,
  type RawServer,
} from "./raw-server.ts";
import {
  clientOf as sessionClientOf,
  eventsOf,
  handlerOf,
  openSession,
  sessionOf,
  type SessionClient,
} from "./session-client.ts";
import { call, clientOf, clientWith } from "./stateless-client.ts";

const never = (): Promise<never> => new Promise(() => {});
const quick = serverOf(all, {
  handlers: { callTool: () => done },
  capabilities: {
    resources: { subscribe: true },
    tools: { listChanged: true },
  },
});
const kept = ({ handler }: { readonly handler: HttpHandler }) =>
  handler.status().kept;

/** Each sender is a client of its own. */
const byHeader: HttpOptions = { clientKey: ({ header }) => header("From") };
const from = (name: string) => ({ from: name });

const subscribe = (uri: string, id: unknown = uri) =>
  request(id, "resources/subscribe", { uri });
const listen = (uris: readonly string[], id: unknown = "listen") =>
  modernRequest(id, "subscriptions/listen", {
    notifications: { resourceSubscriptions: uris },
  });

function initializeWith(info: object, capabilities: object = {}) {
  const message = initializeAs(newestHandshake, capabilities);
  return {
    ...message,
    params: {
      protocolVersion: newestHandshake,
      capabilities,
      clientInfo: { name: "a", version: "1", ...info },
    },
  };
}

describe("what a client says of itself", () => {
  const post = (value: unknown, options: HttpOptions = {}) =>
    sessionClientOf(handlerOf(quick, options)).post(value);

  test("is refused when it is long, wherever in it", async () => {
    const long = "x".repeat(17_000);
    for (const message of [
      initializeWith({ title: long }),
      initializeWith({ name: long }),
      initializeWith({}, { experimental: { long: { long } } }),
      initializeWith({ title: "é".repeat(8_200) }),
    ]) {
      const response = await post(message);
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({
        id: "init",
        error: {
          code: -32600,
          message: expect.stringMatching(
            /^clientInfo and capabilities: at most 16384 bytes, found \d+$/,
          ),
        },
      });
    }
  });

  test("may have what is allowed", async () => {
    expect(
      (await post(initializeWith({ title: "x".repeat(16_000) }))).status,
    ).toBe(200);
    const options = { maxClientInfoBytes: 100 };
    expect((await post(initializeWith({}), options)).status).toBe(200);
    expect(
      (await post(initializeWith({ title: "x".repeat(90) }), options)).status,
    ).toBe(413);
  });

  test("counts for its session, until that is over", async () => {
    const handler = handlerOf(quick);
    const stranger = sessionClientOf(handler);
    const title = "x".repeat(10_000);
    const opened = await stranger.post(initializeWith({ title }));
    const { largestSessionBytes } = kept(stranger);
    // A character may take two bytes.
    expect(largestSessionBytes).toBeGreaterThan(20_000);
    const id = opened.headers.get("mcp-session-id") ?? "";
    await sessionClientOf(handler, { "mcp-session-id": id }).delete();
    expect(kept(stranger)).toMatchObject({ bytes: 0, clients: 0 });
  });
});

describe("a subscription", () => {
  test("to a URI that is too long is refused", async () => {
    const client = await sessionOf(quick);
    const uri = `mem://${"x".repeat(8_200)}`;
    expect(await client.ask(subscribe(uri))).toMatchObject({
      error: {
        code: -32602,
        message: "Invalid params: uri: at most 8192 bytes, found 8206",
      },
    });
    expect(
      await client.ask(subscribe(`mem://${"é".repeat(4_090)}`)),
    ).toHaveProperty("result");
    const modern = clientOf(quick);
    const refused = await modern.ask(listen(["mem://1", uri]));
    expect(refused.messages).toMatchObject([
      {
        error: {
          code: -32602,
          message:
            "Invalid params: notifications.resourceSubscriptions.1: at most 8192 bytes, found 8206",
        },
      },
    ]);
  });

  test("counts once for its session, and is refused beyond its budget", async () => {
    const maxKeptBytes = 100_000;
    const client = await sessionOf(quick, { sessions: { maxKeptBytes } });
    const uri = (n: number): string => `mem://${n}/${"x".repeat(8_000)}`;
    const answers: object[] = [];
    for (let n = 0; n < 8; n++) {
      answers.push(await client.ask(subscribe(uri(n))));
      await client.ask(subscribe(uri(0), "again"));
    }
    const refused = answers.filter((answer) => "error" in answer);
    expect(refused).toHaveLength(3);
    expect(refused[0]).toMatchObject({
      error: { message: "The client exceeds its memory limit" },
    });
    const { largestSessionBytes, maxSessionBytes } = kept(client);
    expect(maxSessionBytes).toBe(maxKeptBytes);
    expect(largestSessionBytes).toBeLessThanOrEqual(maxKeptBytes);
    const unsubscribe = request("un", "resources/unsubscribe", { uri: uri(0) });
    await client.ask(unsubscribe);
    // Twice is once.
    await client.ask(unsubscribe);
    expect(kept(client).largestSessionBytes).toBe(
      largestSessionBytes - weigh(uri(0)),
    );
    expect(await client.ask(subscribe(uri(9)))).toHaveProperty("result");
  });

  test("over a stream of its own counts as long as that is open", async () => {
    const client = clientOf(quick);
    const uris = Array.from(
      { length: 20 },
      (_, n) => `mem://${n}/${"x".repeat(5_000)}`,
    );
    const { body } = await client.post(listen(uris));
    await until(() => kept(client).bytes > 20 * 5_000);
    await body?.cancel();
    await until(() => kept(client).bytes === 0);
  });

  test("over HTTP with SSE has the same bounds", async () => {
    const options = { sse: {}, sessions: { maxKeptBytes: 60_000 } };
    const handler = handlerOf(quick, options);
    const events = eventsOf(await handler(new Request("http://localhost/sse")));
    const target = (await events.next())?.data ?? "";
    const ask = async (value: unknown) => {
      const headers = { "content-type": "application/json" };
      const init = { method: "POST", headers, body: JSON.stringify(value) };
      await handler(new Request(`http://localhost${target}`, init));
      return events.message();
    };
    expect(
      await ask(initializeWith({ title: "x".repeat(17_000) })),
    ).toMatchObject({ error: { code: -32602 } });
    expect(
      await ask(initializeWith({ title: "x".repeat(10_000) })),
    ).toHaveProperty("result");
    expect(await ask(subscribe(`a:${"x".repeat(9_000)}`))).toMatchObject({
      error: { code: -32602 },
    });
    expect(await ask(subscribe(`a:${"x".repeat(8_000)}`))).toHaveProperty(
      "result",
    );
    expect(await ask(subscribe(`b:${"x".repeat(8_000)}`))).toMatchObject({
      error: { message: "The client exceeds its memory limit" },
    });
    await events.cut();
    await until(() => handler.status().kept.bytes === 0);
  });
});

test("messages that wait count for their session, and are dropped beyond its budget", async () => {
  const errors: Error[] = [];
  const client = await sessionOf(quick, {
    sessions: { maxKeptBytes: 50_000 },
    onError: (error) => errors.push(error),
  });
  await client.ask(subscribe("mem://1"));
  const before = kept(client).largestSessionBytes;
  for (let count = 0; count < 60; count++)
    quick.publish("notifications/resources/updated", {
      uri: "mem://1",
      _meta: { own: `${count}${"x".repeat(1_000)}` },
    });
  expect(errors.length).toBeGreaterThan(0);
  expect(kept(client).largestSessionBytes).toBeGreaterThan(before + 20_000);
  expect(kept(client).largestSessionBytes).toBeLessThanOrEqual(50_000);
  const events = eventsOf(await client.get());
  await events.message();
  // The stream counts for itself.
  expect(kept(client).largestSessionBytes).toBe(before);
  await events.cut();
});

describe("requests whose handlers are at work", () => {
  test("are counted, whoever waits for them, until they are done", async () => {
    const waiting: ((value: unknown) => void)[] = [];
    const client = clientWith(
      () => new Promise((resolve) => waiting.push(resolve)),
    );
    const leaving = new AbortController();
    const large = { ...call(1), extra: "x".repeat(50_000) };
    const left = client.post(large, {}, leaving.signal);
    const answer = client.ask(call(2));
    await until(() => waiting.length === 2);
    await settle();
    await settle();
    expect(kept(client).bytes).toBeGreaterThan(100_000);
    leaving.abort();
    await left;
    expect(client.handler.status().requests).toBe(1);
    expect(kept(client).bytes).toBeGreaterThan(100_000);
    for (const finish of waiting) finish(done);
    await answer;
    await until(() => kept(client).bytes === 0);
    expect(kept(client).clients).toBe(0);
  });

  test("of one client are refused beyond its bound, and others are served", async () => {
    const client = clientOf(serverWith(never), {
      ...byHeader,
      perClient: { maxRequests: 3 },
    });
    for (let id = 0; id < 3; id++) void client.post(call(id), from("ann"));
    await settle();
    await settle();
    const refused = await client.post(call(3), from("ann"));
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(await refused.json()).toMatchObject({ id: 3, error: {} });
    const other = modernRequest(4, "server/discover");
    expect((await client.ask(other, from("bob"))).status).toBe(200);
    // Nobody can tell who has none.
    expect((await client.ask(other)).status).toBe(200);
  });

  test("take no more than their client may have, and others are served", async () => {
    const client = clientOf(serverWith(never), {
      ...byHeader,
      perClient: { maxKeptBytes: 400_000 },
    });
    const large = (id: number) => ({ ...call(id), extra: "x".repeat(100_000) });
    for (let id = 0; id < 2; id++) void client.post(large(id), from("ann"));
    await settle();
    await settle();
    const refused = await client.post(large(3), from("ann"));
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("1");
    // What is small has the last quarter.
    const small = modernRequest(4, "server/discover");
    expect((await client.ask(small, from("ann"))).status).toBe(200);
    const other = { ...small, extra: "x".repeat(100_000) };
    expect((await client.ask(other, from("bob"))).status).toBe(200);
    expect(kept(client).largestClientBytes).toBeLessThanOrEqual(300_000);
  });

  test("that could never be kept are too large", async () => {
    const client = clientWith(() => done, { maxKeptBytes: 1_000_000 });
    const many = { ...call(1), extra: Array(30_000).fill({}) };
    expect((await client.post(many)).status).toBe(413);
    expect(kept(client).bytes).toBe(0);
  });
});

describe.each(faces)("a body, by the %s face,", (_, open) => {
  test("once it has come is read, however long it is", async () => {
    const face = await open(quick, {});
    onTestFinished(() => face.close());
    for (const length of [10, 20_000, 300_000]) {
      const body = JSON.stringify({ ...call(1), extra: "x".repeat(length) });
      const headers = [
        ["Host", `127.0.0.1:${face.port}`],
        ["Content-Type", "application/json"],
        ["Accept", "application/json, text/event-stream"],
        ["MCP-Protocol-Version", "2026-07-28"],
        ["Mcp-Method", "tools/call"],
        ["Mcp-Name", "a"],
        ["Content-Length", `${body.length}`],
      ] as const;
      expect((await face.send({ headers, body })).status).toBe(200);
    }
  });
});

/** Sends all of a POST but for its last byte; gives what the server answers. */
function stall(
  port: number,
  length: number,
): { socket: Socket; answer(): Promise<string> } {
  const socket = createConnection(port, "127.0.0.1");
  const bytes = bytesOf(modernCall(port, "echo", { text: "x".repeat(length) }));
  let received = "";
  socket.on("data", (chunk: Buffer) => (received += chunk.toString()));
  socket.on("error", () => {});
  socket.write(bytes.subarray(0, -1));
  onTestFinished(() => void socket.destroy());
  return {
    socket,
    async answer() {
      if (!received.includes("\r\n\r\n")) await once(socket, "data");
      return received.slice(0, received.indexOf("\r\n"));
    },
  };
}

describe("bodies that stall one byte short", () => {
  test("are counted, and take no more than their client may have", async () => {
    const server = await serve({ perClient: { maxKeptBytes: 1_000_000 } });
    onTestFinished(() => server.close());
    const { running, port } = server;
    const first = Array.from({ length: 10 }, () => stall(port, 100_000));
    await until(() => running.status().kept.unfinishedBodies > 2);
    const answers = first.map(({ answer }) => answer());
    expect(await Promise.race(answers)).toBe("HTTP/1.1 429 Too Many Requests");
    const { bytes, largestClientBytes } = running.status().kept;
    expect(bytes).toBe(largestClientBytes);
    expect(bytes).toBeLessThanOrEqual(750_000);
    // A small request has the last quarter.
    const answer = await send(port, bytesOf(modernCall(port, "echo")));
    expect(answer.status).toBe(200);
    for (const { socket } of first) socket.destroy();
    await until(() => running.status().kept.bytes === 0);
  });

  test("give way to others", async () => {
    const server = await serve({
      clientKey: ({ header }) => header("from"),
      maxKeptBytes: 1_000_000,
      perClient: { maxKeptBytes: 1_000_000 },
    });
    onTestFinished(() => server.close());
    const { running, port } = server;
    const stalled = Array.from({ length: 3 }, () => stall(port, 100_000));
    await until(() => running.status().kept.bytes > 600_000);
    const own = modernCall(port, "echo", { text: "y".repeat(100_000) });
    const headers = [...own.headers, ["From", "bob"]] as const;
    expect((await send(port, bytesOf({ ...own, headers }))).status).toBe(200);
    const answers = stalled.map(({ answer }) => answer());
    expect(await Promise.race(answers)).toBe("HTTP/1.1 408 Request Timeout");
  });

  test("that are short are counted soon", async () => {
    const server = await serve();
    onTestFinished(() => server.close());
    stall(server.port, 10);
    const { running } = server;
    await until(() => running.status().kept.unfinishedBodies === 1);
    expect(running.status().kept.clients).toBe(1);
  });
});

describe("answers that nobody reads", () => {
  const size = 6_000_000;

  async function unread(
    maxKeptBytes: number,
    count: number,
  ): Promise<{ server: RawServer; connections: RawConnection[] }> {
    const server = await serve({ maxKeptBytes, perClient: { maxKeptBytes } });
    onTestFinished(() => server.close());
    let answered = 0;
    const big = tool("big", {}, () => {
      answered++;
      return "x".repeat(size);
    });
    server.server.add(big);
    const connections: RawConnection[] = [];
    for (let at = 0; at < count; at++) {
      const connection = connectRaw(server.port);
      onTestFinished(() => connection.destroy());
      connection.socket.pause();
      connection.write(bytesOf(modernCall(server.port, "big")));
      connections.push(connection);
      await until(
        () => answered > at || server.running.status().requests === 0,
      );
    }
    return { server, connections };
  }

  test("are counted until they are read, and one is never too long", async () => {
    const { server, connections } = await unread(1_000_000, 1);
    const { running } = server;
    await until(() => running.status().kept.unreadAnswers === 1);
    expect(running.status().kept.bytes).toBeGreaterThan(1_000_000);
    const [connection] = connections;
    connection?.socket.resume();
    const answer = await connection?.next();
    expect(answer?.body.length).toBeGreaterThan(size);
    await until(() => running.status().kept.bytes === 0);
    expect(running.status().kept.unreadAnswers).toBe(0);
  });

  test("are given up when there are too many", async () => {
    const { server } = await unread(10_000_000, 12);
    const { running, port } = server;
    await until(() => running.status().kept.unreadAnswers > 0);
    expect(running.status().kept.unreadAnswers).toBeLessThan(5);
    expect(running.status().kept.bytes).toBeLessThan(20_000_000);
    expect((await send(port, bytesOf(modernCall(port, "echo")))).status).toBe(
      200,
    );
  });
});

describe("a client is", () => {
  const sessionsOf = async (
    options: HttpOptions,
    headers: readonly Record<string, string>[],
  ): Promise<number> => {
    const handler = handlerOf(quick, options);
    for (const one of headers) await openSession(handler, { headers: one });
    return handler.status().kept.clients;
  };
  const authorize: HttpOptions["authorize"] = ({ header }) => ({
    principal: header("authorization") ?? "nobody",
  });

  test("its principal, before all else", async () => {
    const [ann, bob] = [{ authorization: "ann" }, { authorization: "bob" }];
    const options = { ...byHeader, authorize };
    const senders = [ann, { ...ann, from: "1" }, { ...bob, from: "1" }];
    expect(await sessionsOf(options, senders)).toBe(2);
  });

  test("else what `clientKey` says, which may have no answer", async () => {
    const senders = [from("a"), from("b"), from("a"), from(""), {}];
    expect(await sessionsOf(byHeader, senders)).toBe(3);
  });

  test("else its address", async () => {
    const server = await serve();
    onTestFinished(() => server.close());
    await startSession(server.port);
    await startSession(server.port);
    expect(server.running.status()).toMatchObject({
      sessions: 2,
      kept: { clients: 1 },
    });
  });

  test.each([
    ["::ffff:10.1.2.3", "10.1.2.3"],
    ["10.1.2.3", "10.1.2.3"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8:1:2::9", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["fe80::", "fe80:0:0:0"],
  ])("its network, where the address is %s", (address, network) => {
    // Nothing else of it is looked at.
    const visit = { address, viewer: nobody } as HttpExchange;
    expect(clientKeyOf(visit, undefined, () => {})).toBe(`address ${network}`);
  });

  test("its address where `clientKey` fails, which is reported", async () => {
    const fail = (): never => {
      throw new Error("no key");
    };
    for (const [clientKey, message] of [
      [() => 7, "clientKey returns a string, or undefined"],
      [fail, "no key"],
    ] as const) {
      const server = await serve({ clientKey: clientKey as () => string });
      onTestFinished(() => server.close());
      const session = await startSession(server.port);
      expect(await session.call("echo")).toHaveProperty("result");
      expect(server.running.status().kept.clients).toBe(1);
      expect(server.errors[0]).toMatchObject({ message });
    }
  });
});

describe("streams", () => {
  test("of one client have a bound, and others open theirs", async () => {
    const handler = handlerOf(quick, {
      ...byHeader,
      perClient: { maxStreams: 2 },
    });
    const open = (name: string): Promise<SessionClient> =>
      openSession(handler, { headers: from(name) });
    const [ann, again, bob] = [
      await open("ann"),
      await open("ann"),
      await open("bob"),
    ];
    const streams = [await ann.get(), await again.get()];
    expect(streams.map(({ status }) => status)).toEqual([200, 200]);
    expect((await again.get()).status).toBe(503);
    const other = await bob.get();
    expect(other.status).toBe(200);
    await streams[0]?.body?.cancel();
    const next = await again.get();
    expect(next.status).toBe(200);
    for (const { body } of [...streams.slice(1), other, next])
      await body?.cancel();
  });
});

describe("the weight of a value", () => {
  test.each<[string, unknown]>([
    ["objects", Array(5_000).fill({})],
    ["lists", Array(5_000).fill([])],
    ["numbers", Array.from({ length: 5_000 }, (_, n) => n)],
    ["texts", Array(500).fill("abcdefghij")],
    ["names", Array(500).fill({ a: 1, b: "c" })],
  ])("is told of its text as well, of %s", (_, value) => {
    const [one, other] = [weigh(value), weighText(JSON.stringify(value))];
    expect(Math.max(one, other) / Math.min(one, other)).toBeLessThan(3);
  });

  test("is more where a character is no Latin one, even if it is escaped", () => {
    const text = JSON.stringify("x".repeat(1_000));
    expect(weighText(`[${text},"大"]`)).toBeGreaterThan(2_000);
    expect(weighText(`[${text},"\\u5927"]`)).toBeGreaterThan(2_000);
    expect(weighText(`[${text},"é"]`)).toBeLessThan(1_200);
  });

  test("has its length in UTF-8", () => {
    for (const text of ["", "a", "é", "大", "😀", "a😀é大"])
      expect(utf8Length(text)).toBe(Buffer.byteLength(text));
  });
});
