import { describe, expect, test } from "vitest";
import { TransportError } from "../../src/runtime/errors.ts";
import { HttpError } from "../../src/runtime/http-client.ts";
import { listen } from "../../src/runtime/http-node.ts";
import { batching, handshakes, newestHandshake } from "../runtime/revisions.ts";
import { done, serverWith } from "../runtime/tool-server.ts";
import { settle, until } from "../runtime/wait.ts";
import { connectTo, type Connected } from "./http-client.ts";
import { failure, json, type Answer, type Received } from "./http-server.ts";
import {
  resultOf,
  send,
  serveSessions,
  status,
  type SessionServer,
} from "./session-server.ts";

const call = { name: "a" };
const tool: Answer = (request, response) =>
  json(response, resultOf(request, done));
type Stream = Parameters<Answer>[1];
const sessionOf = ({ headers }: Received): string | undefined =>
  headers["mcp-session-id"];

/** A client whose session is as open as it gets. */
async function connected(
  ...args: Parameters<typeof connectTo>
): Promise<Connected> {
  const open = await connectTo(...args);
  await open.client.request("tools/list", undefined);
  return open;
}

const soon = { reconnect: { delayMs: 20 } };

describe("a session that the server does not know any more", () => {
  test.each(handshakes)(
    "is followed by another, and the call repeated once, in %s",
    async (revision) => {
      const server = await serveSessions({ revision, call: tool });
      const { client, errors } = await connected(server.url);
      server.sessions.clear();
      expect(await client.request("tools/call", call)).toMatchObject(done);
      const [first, second] = server.seen("initialize");
      if (!first || !second) throw new Error("there are two sessions");
      expect(sessionOf(second)).toBeUndefined();
      expect(second.message["params"]).toEqual({
        ...(first.message["params"] as object),
        protocolVersion: revision,
      });
      expect(second.message["id"]).not.toEqual(first.message["id"]);
      const [, ready] = server.seen("notifications/initialized");
      expect(ready && sessionOf(ready)).toBe("s2");
      expect(server.seen("tools/call").map(sessionOf)).toEqual(["s1", "s2"]);
      expect(await client.request("tools/call", call)).toMatchObject(done);
      expect(server.seen("initialize")).toHaveLength(2);
      expect(errors).toEqual([]);
      await client.close();
      expect(server.seen("DELETE").map(sessionOf)).toEqual(["s2"]);
    },
  );

  test("is followed by one other, however many calls find out", async () => {
    const server = await serveSessions({ call: tool });
    const { client } = await connected(server.url);
    server.sessions.clear();
    const calls = Array.from({ length: 8 }, () =>
      client.request("tools/call", call),
    );
    for (const result of await Promise.all(calls))
      expect(result).toMatchObject(done);
    expect(server.seen("initialize")).toHaveLength(2);
    const repeated = server
      .seen("tools/call")
      .filter((one) => sessionOf(one) === "s2");
    expect(repeated).toHaveLength(8);
  });

  test("is followed by one other where a call finds out later", async () => {
    const late: (() => void)[] = [];
    const server = await serveSessions({
      first(request, response) {
        const { method, params } = request.message;
        const isLate =
          (params as { name?: string } | undefined)?.name === "late";
        if (method !== "tools/call" || !isLate || sessionOf(request) !== "s1")
          return false;
        late.push(() => status(response, 404));
        return true;
      },
      call: tool,
    });
    const { client } = await connected(server.url);
    const slow = client.request("tools/call", { name: "late" });
    await until(() => late.length === 1);
    server.sessions.clear();
    await client.request("tools/call", call);
    late[0]?.();
    expect(await slow).toMatchObject(done);
    expect(server.seen("initialize")).toHaveLength(2);
  });

  test("is an error when the next vanishes at once, and no loop", async () => {
    const server = await serveSessions({
      call: (request, response) =>
        json(response, failure(request, -32001, "Session not found"), 404),
    });
    const { client } = await connected(server.url);
    const failed = client.request("tools/call", call);
    await expect(failed).rejects.toThrow(HttpError);
    await expect(failed).rejects.toMatchObject({ status: 404 });
    expect(server.seen("initialize")).toHaveLength(2);
    expect(server.seen("tools/call")).toHaveLength(2);
  });

  test("is an error when there is no other, until there is one", async () => {
    let isDown = false;
    const server = await serveSessions({
      first({ message }, response) {
        if (!isDown || message["method"] !== "initialize") return false;
        status(response, 503);
        return true;
      },
      call: tool,
    });
    const { client } = await connected(server.url);
    server.sessions.clear();
    isDown = true;
    const failed = client.request("tools/call", call);
    await expect(failed).rejects.toThrow(TransportError);
    await expect(failed).rejects.toThrow(/there is no other: .*503/);
    isDown = false;
    expect(await client.request("tools/call", call)).toMatchObject(done);
  });

  test("ends the connection when the server speaks another revision by now", async () => {
    let isOther = false;
    const server = await serveSessions({
      first(request, response) {
        if (!isOther || request.message["method"] !== "initialize")
          return false;
        const opened = {
          protocolVersion: batching,
          capabilities: {},
          serverInfo: { name: "other", version: "1" },
        };
        json(response, resultOf(request, opened));
        return true;
      },
    });
    const { client } = await connected(server.url);
    server.sessions.clear();
    isOther = true;
    await expect(client.request("tools/call", call)).rejects.toThrow(
      TransportError,
    );
    await expect(client.request("tools/call", call)).rejects.toThrow(batching);
    expect(server.seen("initialize")).toHaveLength(2);
  });

  test("hears no answers to what the one before asked", async () => {
    interface Asked {
      isCancelled: boolean;
      answer(roots: object): void;
    }
    const asked: Asked[] = [];
    const listRoots = (
      _: unknown,
      { signal }: { readonly signal: AbortSignal },
    ): Promise<object> =>
      new Promise((resolve) => {
        const one = { isCancelled: false, answer: resolve };
        signal.addEventListener("abort", () => (one.isCancelled = true));
        asked.push(one);
      });
    const streams: Stream[] = [];
    const server = await serveSessions({
      call: tool,
      get(_, response) {
        streams.push(response);
        send(response, {});
      },
    });
    const { client } = await connected(server.url, {
      settings: { capabilities: { roots: {} }, handlers: { listRoots } },
    });
    const ask = (id: string): void => {
      const stream = streams.at(-1);
      if (!stream) throw new Error("there is a stream");
      send(stream, {}, { jsonrpc: "2.0", id, method: "roots/list" });
    };
    ask("old");
    await until(() => asked.length === 1);
    server.sessions.clear();
    await client.request("tools/call", call);
    expect(asked[0]?.isCancelled).toBe(true);
    asked[0]?.answer({ roots: [] });
    await until(() => streams.length === 2);
    ask("new");
    await until(() => asked.length === 2);
    asked[1]?.answer({ roots: [] });
    const answers = (): Received[] =>
      server.received.filter(({ message }) => "result" in message);
    await until(() => answers().length > 0);
    expect(answers().map(({ message }) => message["id"])).toEqual(["new"]);
    expect(answers().map(sessionOf)).toEqual(["s2"]);
  });

  test("hears no batch of answers to what the one before asked", async () => {
    const streams: Stream[] = [];
    const server = await serveSessions({
      revision: batching,
      call: tool,
      get(_, response) {
        streams.push(response);
        send(response, {});
      },
    });
    let isAsked = false;
    const listRoots = (): Promise<object> => {
      isAsked = true;
      return new Promise(() => {});
    };
    const { client } = await connected(server.url, {
      settings: { capabilities: { roots: {} }, handlers: { listRoots } },
    });
    const [stream] = streams;
    if (!stream) throw new Error("there is a stream");
    send(stream, {}, [
      { jsonrpc: "2.0", id: "p", method: "ping" },
      { jsonrpc: "2.0", id: "r", method: "roots/list" },
    ]);
    await until(() => isAsked);
    server.sessions.clear();
    await client.request("tools/call", call);
    await client.request("tools/call", call);
    const batches = server.received.filter(({ text }) => text.startsWith("["));
    expect(batches).toEqual([]);
  });

  test("hears no word of calls of the one before", async () => {
    const server: SessionServer = await serveSessions({
      call(request, response) {
        const { name } = request.message["params"] as { name: string };
        if (name === "a") return tool(request, response);
        send(response, { id: "e1" });
        server.sessions.clear();
      },
    });
    const { client } = await connected(server.url);
    await expect(
      client.request("tools/call", { name: "slow" }, { timeout: 50 }),
    ).rejects.toThrow();
    await until(() => server.seen("initialize").length === 2);
    await client.request("tools/call", call);
    const told = server.seen("notifications/cancelled").map(sessionOf);
    expect(told).toEqual(["s1"]);
  });

  test("may still answer a call, but ask nothing", async () => {
    const late: (() => void)[] = [];
    let isAsked = false;
    const server = await serveSessions({
      revision: batching,
      first(request, response) {
        const { method, params } = request.message;
        const isLate = (params as { name?: string })?.name === "late";
        if (method !== "tools/call" || !isLate) return false;
        late.push(() =>
          json(response, [
            { jsonrpc: "2.0", id: "r", method: "roots/list" },
            resultOf(request, done),
          ]),
        );
        return true;
      },
      call: tool,
    });
    const { client } = await connected(server.url, {
      settings: {
        capabilities: { roots: {} },
        handlers: {
          listRoots() {
            isAsked = true;
            return { roots: [] };
          },
        },
      },
    });
    const slow = client.request("tools/call", { name: "late" });
    await until(() => late.length === 1);
    server.sessions.clear();
    await client.request("tools/call", call);
    late[0]?.();
    expect(await slow).toMatchObject(done);
    expect(isAsked).toBe(false);
  });

  test("has its streams closed", async () => {
    const streams: Stream[] = [];
    const server = await serveSessions({
      call: tool,
      get(_, response) {
        streams.push(response);
        send(response, {});
      },
    });
    const { client } = await connected(server.url);
    let isCut = false;
    streams[0]?.on("close", () => (isCut = true));
    server.sessions.clear();
    await client.request("tools/call", call);
    await until(() => isCut && streams.length === 2);
    expect(streams[1]?.closed).toBe(false);
  });

  test("takes the calls with it whose answers it owes", async () => {
    const server: SessionServer = await serveSessions({
      call(request, response) {
        const { name } = request.message["params"] as { name: string };
        if (name === "a") tool(request, response);
        else send(response, { id: "e1" });
      },
    });
    const { client } = await connected(server.url);
    const open = client.request("tools/call", { name: "open" });
    open.catch(() => {});
    await until(() => server.seen("tools/call").length === 1);
    await settle();
    server.sessions.clear();
    await client.request("tools/call", call);
    await expect(open).rejects.toThrow(/the session ended/);
    // What it did is not done again.
    const opened = server
      .seen("tools/call")
      .filter(
        ({ message }) =>
          (message["params"] as { name: string }).name === "open",
      );
    expect(opened).toHaveLength(1);
  });

  test("is noticed by the standalone stream, too", async () => {
    const server: SessionServer = await serveSessions({
      get(request, response) {
        send(response, { id: "g" });
        if (sessionOf(request) !== "s1") return;
        server.sessions.clear();
        response.end();
      },
    });
    const { client, errors } = await connectTo(server.url, soon);
    await until(() => server.seen("GET").length === 3);
    expect(server.seen("GET").map(sessionOf)).toEqual(["s1", "s1", "s2"]);
    expect(await client.request("tools/list", undefined)).toMatchObject({});
    expect(server.seen("initialize")).toHaveLength(2);
    expect(errors).toEqual([]);
  });

  test("may vanish before it is used", async () => {
    const server: SessionServer = await serveSessions({
      first(request) {
        const { method } = request.message;
        const isFirst = sessionOf(request) === "s1";
        if (method === "notifications/initialized" && isFirst)
          server.sessions.clear();
        return false;
      },
      get: (_, response) => send(response, { id: "g" }),
    });
    const { client, errors } = await connected(server.url);
    await client.request("tools/list", undefined);
    const ready = server.seen("notifications/initialized").map(sessionOf);
    expect(ready).toEqual(["s1", "s2"]);
    expect(server.seen("GET").map(sessionOf)).toEqual(["s2"]);
    expect(errors).toEqual([]);
  });

  test("is not followed for ever while nobody calls", async () => {
    const server: SessionServer = await serveSessions({
      get(_, response) {
        server.sessions.clear();
        send(response, { id: "g" });
        response.end();
      },
    });
    const { errors } = await connectTo(server.url, {
      reconnect: { delayMs: 5 },
    });
    await until(() => errors.length > 0);
    expect(errors).toMatchObject([{ message: /again and again/ }]);
    expect(server.seen("initialize")).toHaveLength(6);
  });
});

test("a client reaches a server that was started again", async () => {
  const server = serverWith(() => done);
  const first = await listen(server, { port: 0 });
  const { client, errors } = await connectTo(first.url, {
    revisions: [newestHandshake],
    ...soon,
  });
  await client.request("tools/call", call);
  const { port } = first;
  await first.close({ graceMs: 0 });
  const second = await listen(server, { port });
  expect(await client.request("tools/call", call)).toMatchObject(done);
  expect(second.status().sessions).toBe(1);
  expect(errors).toEqual([]);
  await client.close();
  await second.close();
});
