import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import {
  bytesOf,
  connectRaw,
  messagesOf,
  send,
  eventually,
  type RawConnection,
} from "../runtime/http/raw.ts";
import {
  expectServed,
  modernCall,
  post,
  serve,
  startSession,
  type RawServer,
  type RawSession,
} from "../runtime/http/raw-server.ts";
import {
  batching,
  initializeAs,
  notification,
  request,
} from "../runtime/revisions.ts";

let server: RawServer;
afterEach(() => server.close());

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

function initialize(port: number) {
  return send(port, bytesOf(post(port, initializeAs("2025-11-25"))));
}

describe("sessions", () => {
  test("are no more than allowed, and those that are used are not ended", async () => {
    server = await serve({ sessions: { max: 3 } });
    const sessions: RawSession[] = [];
    for (let count = 0; count < 3; count++)
      sessions.push(await startSession(server.port));
    const streams = sessions.map((session) => session.get());
    for (const stream of streams) await stream.head();
    for (let count = 0; count < 20; count++) {
      const { status, headers } = await initialize(server.port);
      expect(status).toBe(503);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect(server.running.status().sessions).toBe(3);
    expect(await sessions[0]?.call("echo")).toHaveProperty("result");
    await sessions[1]?.delete();
    expect((await initialize(server.port)).status).toBe(200);
    expect(await sessions[2]?.call("echo")).toHaveProperty("result");
    for (const stream of streams) stream.destroy();
  });

  test("that nobody uses are gone after a while, used ones not", async () => {
    // The clock of the sessions alone: a machine that halts a while ends none.
    vi.useFakeTimers({
      toFake: ["setInterval", "clearInterval", "performance"],
    });
    onTestFinished(() => void vi.useRealTimers());
    server = await serve({ sessions: { idleMs: 800 } });
    const [idle, used, open] = await Promise.all([
      startSession(server.port),
      startSession(server.port),
      startSession(server.port),
    ]);
    const stream = open.get();
    await stream.head();
    for (let count = 0; count < 9; count++) {
      await vi.advanceTimersByTimeAsync(150);
      expect(await used.call("echo")).toHaveProperty("result");
    }
    expect((await idle.post(request(1, "ping"))).status).toBe(404);
    expect((await open.post(request(1, "ping"))).status).toBe(200);
    stream.destroy();
    // Looking again lets that clock go on.
    await eventually(() => expect(server.running.status().sessions).toBe(0));
  });

  test("are not made by what is refused", async () => {
    server = await serve();
    const bad = [
      { ...initializeAs("2025-11-25"), params: {} },
      { ...initializeAs("2025-11-25"), id: null },
      { ...initializeAs("2025-11-25"), id: undefined },
      { ...initializeAs("2025-11-25"), params: [] },
      [initializeAs("2025-11-25"), initializeAs("2025-11-25")],
      [initializeAs(batching)],
    ];
    for (const message of bad) {
      const answer = await send(
        server.port,
        bytesOf(post(server.port, message)),
      );
      expect([200, 202, 400]).toContain(answer.status);
      expect(answer.headers.has("mcp-session-id")).toBe(false);
    }
    expect(server.running.status().sessions).toBe(0);
  });
});

describe("calls in flight", () => {
  test("of one session are bounded, and other sessions do not feel it", async () => {
    server = await serve();
    const session = await startSession(server.port);
    const other = await startSession(server.port);
    const connection = connectRaw(server.port);
    const wait = (id: number) =>
      post(
        server.port,
        request(id, "tools/call", { name: "wait", arguments: {} }),
        session.headers,
      );
    const connections = Array.from({ length: 400 }, (_, id) =>
      session.open(wait(id)),
    );
    const isRefused = ({ received }: RawConnection): boolean =>
      received.startsWith("HTTP/1.1 429");
    // Each of them is served or refused: however long that takes.
    await eventually(() => {
      const refused = connections.filter(isRefused).length;
      expect(server.inside.waiting + refused).toBe(400);
    });
    expect(server.inside.waiting).toBeGreaterThan(200);
    expect(server.inside.waiting).toBeLessThan(300);
    const refused = await send(server.port, bytesOf(wait(1_000)));
    expect(refused.status).toBe(429);
    expect(await other.call("echo")).toHaveProperty("result");
    connection.destroy();
    for (const one of connections) one.destroy();
    await session.delete();
    await eventually(() => expect(server.inside.waiting).toBe(0));
  });
});

describe("streams", () => {
  test("of one session are bounded", async () => {
    server = await serve({ sessions: { maxStreams: 2 } });
    const session = await startSession(server.port);
    const open = [session.get(), session.get()];
    for (const stream of open) expect((await stream.head()).status).toBe(200);
    const more = session.get();
    expect((await more.head()).status).toBe(429);
    more.destroy();
    open[0]?.destroy();
    await eventually(async () => {
      const again = session.get();
      const { status } = await again.head();
      again.destroy();
      expect(status).toBe(200);
    });
    for (const stream of open) stream.destroy();
  });

  test("of all clients are bounded, in both eras", async () => {
    server = await serve({ maxStreams: 3 });
    const sessions = await Promise.all(
      [1, 2, 3, 4].map(() => startSession(server.port)),
    );
    const streams = sessions.map((session) => session.get());
    const statuses = await Promise.all(
      streams.map(async (stream) => (await stream.head()).status),
    );
    expect(statuses.toSorted()).toEqual([200, 200, 200, 503]);
    const { headers } = modernCall(server.port, "echo");
    const listen = await send(
      server.port,
      bytesOf({
        headers: headers
          .filter(([name]) => name !== "Mcp-Name")
          .map(([name, value]) =>
            name === "Mcp-Method"
              ? ([name, "subscriptions/listen"] as const)
              : ([name, value] as const),
          ),
        body: JSON.stringify(
          request(1, "subscriptions/listen", {
            notifications: { toolsListChanged: true },
            _meta: JSON.parse(modernCall(0, "echo").body).params._meta,
          }),
        ),
      }),
    );
    expect(messagesOf(listen)).toMatchObject([{ id: 1, error: {} }]);
    expect(server.running.status().streams).toBeLessThanOrEqual(3);
    // Calls that need no stream are served all the same.
    await expectServed(server.port);
    for (const stream of streams) stream.destroy();
    await eventually(() => expect(server.running.status().streams).toBe(0));
  });
});

describe("a batch", () => {
  test("is no longer than allowed", async () => {
    server = await serve({ maxBatch: 5 });
    const session = await startSession(server.port, { revision: batching });
    const pings = (count: number) =>
      Array.from({ length: count }, (_, id) => request(id, "ping"));
    const answers = messagesOf(await session.post(pings(5))).flat();
    expect(answers).toHaveLength(5);
    const refused = await session.post(pings(6));
    expect(refused.status).toBe(400);
    expect(messagesOf(refused)).toMatchObject([{ error: { code: -32600 } }]);
    const notices = Array<unknown>(6).fill(notification("notifications/a"));
    expect((await session.post(notices)).status).toBe(400);
    const empty = await session.post([]);
    expect(empty.status).toBe(400);
  });
});

test("what waits for a session that listens to nothing is bounded", async () => {
  server = await serve();
  const session = await startSession(server.port);
  const uri = "a://1/2";
  await session.post(request(1, "resources/subscribe", { uri }));
  for (let count = 0; count < 10_000; count++)
    server.server.publish("notifications/resources/updated", { uri });
  const stream = session.get();
  await stream.head();
  await eventually(() =>
    expect(stream.received).toContain("notifications/resources/updated"),
  );
  await pause(100);
  const told = stream.received.split("notifications/resources/updated");
  expect(told.length - 1).toBeGreaterThan(0);
  expect(told.length - 1).toBeLessThanOrEqual(100);
  stream.destroy();
});

test("connections that only begin are no burden to the others", async () => {
  server = await serve({ bodyTimeoutMs: 200 });
  const call = bytesOf(modernCall(server.port, "echo"));
  const idle = Array.from({ length: 300 }, (_, at) => {
    const connection = connectRaw(server.port);
    connection.write(call.subarray(0, at));
    return connection;
  });
  await expectServed(server.port);
  await eventually(() => expect(server.running.status().requests).toBe(0));
  for (const connection of idle) connection.destroy();
  await expectServed(server.port);
});
