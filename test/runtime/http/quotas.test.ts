import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { HttpOptions } from "../../../src/runtime/http.ts";
import type { HttpHandler } from "../../../src/runtime/http/server/web/handler.ts";
import type {
  InterceptedSession,
  Interceptor,
  SessionEnding,
} from "../../../src/runtime/peer/interceptor.ts";
import {
  clientInfo,
  initializeAs,
  newestHandshake,
  request,
} from "../revisions.ts";
import { done, serverWith } from "../tool-server.ts";
import { settle, until } from "../wait.ts";
import { serve, startSession } from "./raw-server.ts";
import {
  byBearer,
  clientOf,
  eventsOf,
  handlerOf,
  openSession,
  type SessionClient,
} from "./session-client.ts";

const quick = serverWith(() => done);
const initialize = initializeAs(newestHandshake);
const ping = request("ping", "ping");

/** Opens sessions of those who say who they are. */
function opener(options: HttpOptions, server = quick) {
  const handler = handlerOf(server, { authorize: byBearer, ...options });
  const open = (name: string): Promise<SessionClient> =>
    openSession(handler, { headers: { authorization: name } });
  const tryToOpen = (name: string): Promise<Response> =>
    clientOf(handler, { authorization: name }).post(initialize);
  return { handler, open, tryToOpen };
}

const isOpen = async (client: SessionClient): Promise<boolean> =>
  (await client.post(ping)).status === 200;
const count = (handler: HttpHandler): number => handler.status().sessions;

describe("a client with as many sessions as it may have", () => {
  test("loses for another the one that is idle for longest", async () => {
    const { handler, open } = opener({ perClient: { maxSessions: 3 } });
    const other = await open("bob");
    const own = [await open("ann"), await open("ann"), await open("ann")];
    const [first, second, third] = own as [
      SessionClient,
      SessionClient,
      SessionClient,
    ];
    expect(await isOpen(first)).toBe(true);
    const fourth = await open("ann");
    expect(count(handler)).toBe(4);
    expect((await second.post(ping)).status).toBe(404);
    for (const one of [other, first, third, fourth])
      expect(await isOpen(one)).toBe(true);
  });

  test("loses those first that never said that they are ready", async () => {
    const { handler, open, tryToOpen } = opener({
      perClient: { maxSessions: 3 },
    });
    const used = [await open("ann"), await open("ann")];
    for (let n = 0; n < 20; n++)
      expect((await tryToOpen("ann")).status).toBe(200);
    expect(count(handler)).toBe(3);
    for (const one of used) expect(await isOpen(one)).toBe(true);
  });

  test("is refused one more when it waits on all of them", async () => {
    const { open, tryToOpen, handler } = opener({
      perClient: { maxSessions: 2 },
    });
    const sessions = [await open("ann"), await open("ann")];
    const streams = await Promise.all(sessions.map((one) => one.get()));
    const refused = await tryToOpen("ann");
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(await refused.json()).toMatchObject({
      id: "init",
      error: { message: "Too many sessions" },
    });
    expect((await tryToOpen("bob")).status).toBe(200);
    for (const { body } of streams) await body?.cancel();
    expect((await tryToOpen("ann")).status).toBe(200);
    expect(count(handler)).toBe(3);
  });
});

describe("a server with as many sessions as it may have", () => {
  test("ends those of a flood, and of nobody else", async () => {
    const { handler, open, tryToOpen } = opener({ sessions: { max: 12 } });
    const honest = [await open("bob"), await open("bob"), await open("cid")];
    for (let n = 0; n < 100; n++)
      expect((await tryToOpen("mallory")).status).toBe(200);
    expect(count(handler)).toBe(12);
    const late = await Promise.all(["dan", "eve", "fay"].map(open));
    expect(count(handler)).toBe(12);
    for (const one of [...honest, ...late])
      expect(await isOpen(one)).toBe(true);
  });

  test("ends none for a client that would have as many as who loses one", async () => {
    const { open, tryToOpen } = opener({ sessions: { max: 4 } });
    const bob = [await open("bob"), await open("bob")];
    const ann = [await open("ann"), await open("ann")];
    const refused = await tryToOpen("cid");
    expect(refused.status).toBe(200);
    const rest = await Promise.all([...ann, ...bob].map(isOpen));
    expect(rest.filter(Boolean)).toHaveLength(3);
    // Each has one or two now: nobody is so greedy that a fifth would be fairer.
    const four = await tryToOpen("dan");
    expect(four.status).toBe(200);
    const five = await tryToOpen("eve");
    expect(five.status).toBe(503);
    expect(five.headers.get("retry-after")).toBe("1");
  });

  test("ends none on which its client waits", async () => {
    const { open, tryToOpen } = opener({ sessions: { max: 3 } });
    const own = [await open("ann"), await open("ann"), await open("ann")];
    const streams = await Promise.all(own.map((one) => one.get()));
    expect((await tryToOpen("bob")).status).toBe(503);
    for (const { body } of streams) await body?.cancel();
    expect((await tryToOpen("bob")).status).toBe(200);
  });

  test("ends none where nobody tells clients apart, but those that never said that they are ready", async () => {
    const handler = handlerOf(quick, { sessions: { max: 3 } });
    const honest = [await openSession(handler), await openSession(handler)];
    const stranger = clientOf(handler);
    for (let n = 0; n < 20; n++)
      expect((await stranger.post(initialize)).status).toBe(200);
    honest.push(await openSession(handler));
    expect((await stranger.post(initialize)).status).toBe(503);
    for (const one of honest) expect(await isOpen(one)).toBe(true);
  });
});

test("sessions of one client that take much give way to another's", async () => {
  const { handler, tryToOpen, open } = opener({
    maxKeptBytes: 300_000,
    perClient: { maxKeptBytes: 300_000 },
  });
  const flood = clientOf(handler, { authorization: "mallory" });
  const params = {
    ...(initialize["params"] as object),
    capabilities: { experimental: { x: { long: "x".repeat(15_000) } } },
  };
  for (let n = 0; n < 30; n++)
    expect((await flood.post({ ...initialize, params })).status).toBe(200);
  const { kept } = handler.status();
  expect(kept.bytes).toBeLessThanOrEqual(300_000);
  expect(kept.bytes).toBeGreaterThan(200_000);
  const honest = await open("bob");
  expect((await tryToOpen("bob")).status).toBe(200);
  for (let n = 0; n < 30; n++) await flood.post({ ...initialize, params });
  expect(await isOpen(honest)).toBe(true);
});

test("by its address, a flood over Node ends no session but its own", async () => {
  const server = await serve({ perClient: { maxSessions: 5 } });
  onTestFinished(() => server.close());
  const own = await startSession(server.port);
  for (let n = 0; n < 10; n++) await startSession(server.port);
  expect(server.running.status().sessions).toBe(5);
  expect((await own.post(ping)).status).toBe(404);
});

describe("interceptors hear of sessions", () => {
  function watched(options: HttpOptions = {}) {
    const heard: [string, InterceptedSession, SessionEnding["reason"]?][] = [];
    const errors: Error[] = [];
    const log: Interceptor = {
      sessionBegan: (session) => void heard.push(["began", session]),
      sessionEnded: (session, { reason, durationMs }) => {
        expect(durationMs).toBeGreaterThanOrEqual(0);
        heard.push(["ended", session, reason]);
      },
    };
    const broken: Interceptor = {
      sessionBegan() {
        throw new Error("began");
      },
      sessionEnded: (() => Promise.reject(new Error("ended"))) as () => void,
    };
    const onError = (error: Error): void => void errors.push(error);
    const interceptors = [broken, log];
    const server = serverWith(() => done, { interceptors, onError });
    return { heard, errors, ...opener({ onError, ...options }, server) };
  }

  test("that begin, and that their clients end", async () => {
    const { heard, errors, open } = watched();
    const session = await open("ann");
    expect(heard).toEqual([
      [
        "began",
        {
          principal: "ann",
          side: "server",
          via: "http",
          origin: undefined,
          client: "principal ann",
          protocolVersion: newestHandshake,
          peerInfo: clientInfo,
        },
      ],
    ]);
    await session.delete();
    await settle();
    expect(heard).toHaveLength(2);
    expect(heard[1]?.[1]).toBe(heard[0]?.[1]);
    expect(heard[1]).toMatchObject(["ended", {}, "deleted"]);
    expect(errors.map(({ message }) => message)).toEqual(["began", "ended"]);
  });

  test("that give way, are idle, or are there when the server closes", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const { heard, handler, open } = watched({
      perClient: { maxSessions: 1 },
      sessions: { idleMs: 60_000 },
    });
    await open("ann");
    await open("ann");
    await settle();
    const reasons = () => heard.map(([, , reason]) => reason).filter(Boolean);
    expect(reasons()).toEqual(["displaced"]);
    vi.advanceTimersByTime(100_000);
    await settle();
    expect(reasons()).toEqual(["displaced", "idle"]);
    await open("ann");
    await handler.close({ graceMs: 0 });
    await settle();
    expect(reasons()).toEqual(["displaced", "idle", "closed"]);
  });

  test("but not of those that never open", async () => {
    const { heard, handler } = watched();
    const client = clientOf(handler, { authorization: "ann" });
    await client.post({ ...initialize, params: {} });
    await settle();
    expect(heard).toEqual([]);
  });

  test("over HTTP with SSE, where they end with their stream", async () => {
    const { heard, handler } = watched({ sse: {} });
    const headers = { authorization: "ann" };
    const stream = await handler(
      new Request("http://localhost/sse", { headers }),
    );
    const events = eventsOf(stream);
    const target = (await events.next())?.data ?? "";
    await handler(
      new Request(`http://localhost${target}`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(initializeAs("2024-11-05")),
      }),
    );
    await events.message();
    expect(heard).toMatchObject([
      ["began", { principal: "ann", protocolVersion: "2024-11-05" }],
    ]);
    await events.cut();
    await until(() => heard.length === 2);
    expect(heard[1]).toMatchObject(["ended", {}, "left"]);
  });
});
