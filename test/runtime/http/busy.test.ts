import { createConnection, type Socket } from "node:net";
import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import { TimeoutError } from "../../../src/runtime/protocol/errors.ts";
import { delayOption } from "../../../src/runtime/http/shared/check-option.ts";
import { listen } from "../../../src/runtime/http-node.ts";
import { modernRequest, request } from "../revisions.ts";
import { done, serverWith } from "../tool-server.ts";
import { settle, until } from "../wait.ts";
import { eventsOf, handlerOf, openSession } from "./session-client.ts";
import { call, clientOf, clientWith } from "./stateless-client.ts";

const never = (): Promise<never> => new Promise(() => {});
const listening = modernRequest("listen", "subscriptions/listen", {
  notifications: {},
});

describe("a server with as many requests as it may have", () => {
  test("refuses another, and says when to come again", async () => {
    const waiting: ((result: unknown) => void)[] = [];
    const client = clientWith(
      () => new Promise((resolve) => waiting.push(resolve)),
      { maxRequests: 1, healthPath: "/health" },
    );
    const first = client.ask(call(1));
    const refused = await client.post(call(2));
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(await refused.json()).toMatchObject({ error: { code: -32603 } });
    const health = new Request("http://localhost/health");
    expect((await client.handler(health)).status).toBe(200);
    waiting[0]?.(done);
    expect((await first).status).toBe(200);
    const next = client.ask(call(3));
    await until(() => waiting.length === 2);
    waiting[1]?.(done);
    expect((await next).status).toBe(200);
  });

  test("does not count open streams", async () => {
    const client = clientWith(() => done, { maxRequests: 1 });
    const streams = [
      await client.post(listening),
      await client.post(listening),
    ];
    expect(client.handler.status()).toMatchObject({ streams: 2 });
    expect((await client.ask(call(1))).status).toBe(200);
    for (const { body } of streams) await body?.cancel();
  });

  test("counts those of clients that are gone, while their handlers are at work", async () => {
    const client = clientWith(never, { maxRequests: 1, maxStreams: 1 });
    for (const id of [1, 2]) {
      const leaving = new AbortController();
      void client.post(call(id), {}, leaving.signal);
      await settle();
      leaving.abort();
    }
    expect(client.handler.status().requests).toBe(0);
    const refused = await client.post(call(3));
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("1");
  });

  test("counts those without a session as well", async () => {
    const handler = handlerOf(serverWith(never), {
      sessions: false,
      maxRequests: 1,
    });
    const post = (signal?: AbortSignal): Promise<Response> =>
      handler(
        new Request("http://localhost/mcp", {
          method: "POST",
          headers: {
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
          },
          body: JSON.stringify(request(1, "tools/call", { name: "a" })),
          ...(signal && { signal }),
        }),
      );
    const leaving = new AbortController();
    void post(leaving.signal);
    await settle();
    await settle();
    leaving.abort();
    await until(() => handler.status().requests === 0);
    expect((await post()).status).toBe(503);
    await handler.close({ graceMs: 0 });
  });
});

test("one session over SSE has a bound of its own", async () => {
  const handler = handlerOf(serverWith(never), { sse: {} });
  const events = eventsOf(await handler(new Request("http://localhost/sse")));
  const target = (await events.next())?.data ?? "";
  const post = async (value: unknown): Promise<number> => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify(value);
    const init = { method: "POST", headers, body };
    return (await handler(new Request(`http://localhost${target}`, init)))
      .status;
  };
  await post(
    request("init", "initialize", {
      protocolVersion: "2024-11-05",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    }),
  );
  for (let id = 0; id < 256; id++)
    expect(await post(request(id, "tools/call", { name: "a" }))).toBe(202);
  expect(await post(request(256, "tools/call", { name: "a" }))).toBe(429);
  // What is no call may end one.
  const cancelled = { requestId: 0 };
  const method = "notifications/cancelled";
  expect(await post({ jsonrpc: "2.0", method, params: cancelled })).toBe(202);
  await events.cut();
});

test("an authorize that never decides fails", async () => {
  const errors: Error[] = [];
  const client = clientOf(
    serverWith(() => done),
    {
      authorize: never,
      authorizeTimeoutMs: 10,
      onError: (error) => errors.push(error),
    },
  );
  expect((await client.ask(call(1))).status).toBe(500);
  expect(errors).toEqual([expect.any(TimeoutError)]);
  expect(client.handler.status().requests).toBe(0);
});

test("connections have a bound, idle ones too", async () => {
  const server = serverWith(() => done);
  const running = await listen(server, { port: 0, maxConnections: 1 });
  onTestFinished(() => running.close({ graceMs: 0 }));
  const connect = (): Socket => createConnection(running.port, "127.0.0.1");
  const first = connect();
  await once(first, "connect");
  const second = connect();
  second.on("error", () => {});
  await once(second, "close");
  expect(first.destroyed).toBe(false);
  first.destroy();
});

test("no delay is longer than that of a timer", () => {
  expect(delayOption("keepAliveMs", 2 ** 40, 1)).toBe(2 ** 31 - 1);
});

test("a session lives on while its server is busy elsewhere", async () => {
  const handler = handlerOf(serverWith(never), { maxRequests: 1 });
  const session = await openSession(handler);
  const waiting = session.post(request(1, "tools/call", { name: "a" }));
  const stream = await waiting;
  // An open stream is none of the requests.
  expect((await session.post(request(2, "ping"))).status).toBe(200);
  await stream.body?.cancel();
});
