import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Context } from "../../../src/runtime/peer/context.ts";
import type { HttpOptions } from "../../../src/runtime/http.ts";
import type { Server } from "../../../src/runtime/server/create-server.ts";
import type { HttpHandler } from "../../../src/runtime/http/server/web/handler.ts";
import type { JsonObject } from "../../../src/runtime/protocol/message.ts";
import { modernRequest, request } from "../revisions.ts";
import { done, serverWith } from "../tool-server.ts";
import {
  byBearer,
  clientOf,
  eventsOf,
  handlerOf,
  messagesOf,
  openSession,
  type Events,
} from "./session-client.ts";
import { headersOf } from "./stateless-client.ts";

/** Not so long that a client that does not read is cut off. */
const age = 10_000;
const call = request(1, "tools/call", {
  name: "a",
  _meta: { progressToken: 1 },
});
const told = { params: { progress: 1 } };
const capabilities = { tools: { listChanged: true } };
const changed = "notifications/tools/list_changed";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
const opened: HttpHandler[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const handler of opened.splice(0)) await handler.close({ graceMs: 0 });
});

function serve(server: Server, given: HttpOptions): HttpHandler {
  const handler = handlerOf(server, given);
  opened.push(handler);
  return handler;
}

/** A few turns of the loop: no timer. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await nextTurn();
}

/** A server whose calls are at work until they are let go. */
function working() {
  const calls: { context: Context; finish(): void }[] = [];
  const server = serverWith(
    (_params, context: Context) => {
      context.progress(1);
      return new Promise((resolve) =>
        calls.push({ context, finish: () => resolve(done) }),
      );
    },
    { capabilities },
  );
  return { server, calls };
}

async function isOpen(events: Events): Promise<boolean> {
  let isOver = false;
  void events.rest().then(() => (isOver = true));
  await turns();
  return !isOver;
}

/** Without comments nobody is looked for who does not read. */
const silent: HttpOptions = { keepAliveMs: 0 };
const options: HttpOptions = { ...silent, maxStreamMs: age };

describe("a stream of a session that is old", () => {
  test("ends, and its client is asked again who it is", async () => {
    const { server } = working();
    let revoked = "";
    const handler = serve(server, {
      ...options,
      authorize: (visit) =>
        visit.header("authorization") === revoked
          ? { status: 401, challenge: "Bearer" }
          : byBearer(visit),
    });
    const headers = { authorization: "ada" };
    const client = await openSession(handler, { headers });
    const events = eventsOf(await client.get());
    const { id } = (await events.next()) ?? {};
    vi.advanceTimersByTime(age - 1);
    expect(handler.status()).toMatchObject({ streams: 1 });
    vi.advanceTimersByTime(1);
    expect(handler.status()).toMatchObject({ streams: 0, requests: 0 });
    expect(await events.rest()).toMatchObject([{ retry: "1000", data: "" }]);
    server.publish(changed);
    revoked = "ada";
    expect((await client.resume(id)).status).toBe(401);
    revoked = "";
    const back = eventsOf(await client.resume(id));
    expect(await back.message()).toMatchObject({ method: changed });
    // It is as young as the connection.
    vi.advanceTimersByTime(age - 1);
    expect(handler.status()).toMatchObject({ streams: 1 });
    vi.advanceTimersByTime(1);
    expect(handler.status()).toMatchObject({ streams: 0 });
  });

  test("leaves its call at work, and the answer for who comes back", async () => {
    const { server, calls } = working();
    const handler = serve(server, options);
    const client = await openSession(handler);
    const events = eventsOf(await client.post(call));
    const { id } = (await events.next()) ?? {};
    await turns();
    expect(calls).toHaveLength(1);
    vi.advanceTimersByTime(age);
    expect(messagesOf(await events.rest())).toMatchObject([told]);
    expect(calls[0]?.context.signal.aborted).toBe(false);
    const back = eventsOf(await client.resume(id));
    expect(await back.message()).toMatchObject(told);
    calls[0]?.finish();
    expect(messagesOf(await back.rest())).toMatchObject([{ result: done }]);
  });

  test("ends where no events are kept, too", async () => {
    const { server, calls } = working();
    const handler = serve(server, { ...options, eventStore: false });
    const client = await openSession(handler);
    const own = eventsOf(await client.get());
    const events = eventsOf(await client.post(call));
    await turns();
    expect(calls).toHaveLength(1);
    vi.advanceTimersByTime(age);
    expect(await isOpen(own)).toBe(false);
    expect(await isOpen(events)).toBe(false);
    expect(calls[0]?.context.signal.aborted).toBe(false);
    expect(handler.status()).toMatchObject({ streams: 0, requests: 0 });
    expect((await client.get()).status).toBe(200);
  });

  test("is as old as its connection, also where that began with what was missed", async () => {
    const { server, calls } = working();
    const handler = serve(server, options);
    const client = await openSession(handler);
    const events = eventsOf(await client.post(call));
    const { id } = (await events.next()) ?? {};
    await turns();
    expect(calls).toHaveLength(1);
    await events.cut();
    calls[0]?.context.progress(2, 3, "x".repeat(100_000));
    const response = await client.resume(id);
    vi.advanceTimersByTime(age - 1);
    // It reads, and has all there is.
    const back = eventsOf(response);
    await back.message();
    await back.message();
    await turns();
    vi.advanceTimersByTime(1);
    expect(await isOpen(back)).toBe(false);
    const slow = await client.resume(id);
    expect(handler.status()).toMatchObject({ streams: 1 });
    vi.advanceTimersByTime(age);
    expect(handler.status()).toMatchObject({ streams: 0 });
    await slow.text();
  });
});

describe("where requests stand alone, a stream that is old", () => {
  async function begin(method: string, params: JsonObject): Promise<Events> {
    const message = modernRequest(1, method, params, {}, { progressToken: 1 });
    const headers = headersOf(message) as Record<string, string>;
    const events = eventsOf(await clientOf(handler, headers).post(message));
    await events.message();
    return events;
  }
  let handler: HttpHandler;
  let calls: ReturnType<typeof working>["calls"];
  beforeEach(() => {
    const one = working();
    calls = one.calls;
    handler = serve(one.server, options);
  });

  test("ends with its call", async () => {
    const events = await begin("tools/call", { name: "a" });
    vi.advanceTimersByTime(age - 1);
    expect(calls[0]?.context.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(calls[0]?.context.signal.aborted).toBe(true);
    expect(await events.rest()).toEqual([]);
    expect(handler.status()).toMatchObject({ streams: 0, requests: 0 });
  });

  test("of changes ends, without a result that would say it was wanted", async () => {
    const notifications = { toolsListChanged: true };
    const events = await begin("subscriptions/listen", { notifications });
    vi.advanceTimersByTime(age);
    expect(await events.rest()).toEqual([]);
    expect(handler.status()).toMatchObject({ streams: 0, requests: 0 });
  });
});

test("over HTTP with SSE, the session ends with its stream", async () => {
  const { server } = working();
  const handler = serve(server, { ...options, sse: {} });
  const client = clientOf(handler);
  const sse = (path: string, init: RequestInit = {}): Promise<Response> =>
    handler(new Request(`http://localhost${path}`, init));
  const events = eventsOf(await sse("/sse"));
  const target = (await events.next())?.data ?? "";
  const post = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request(1, "ping")),
  };
  expect((await sse(target, post)).status).toBe(202);
  vi.advanceTimersByTime(age);
  expect(await isOpen(events)).toBe(false);
  expect((await sse(target, post)).status).toBe(404);
  expect(client.handler.status()).toMatchObject({ streams: 0, requests: 0 });
});

test("by default no stream is too old", async () => {
  const { server } = working();
  const handler = serve(server, silent);
  const client = await openSession(handler);
  await client.get();
  vi.advanceTimersByTime(5 * age);
  expect(handler.status()).toMatchObject({ streams: 1 });
});
