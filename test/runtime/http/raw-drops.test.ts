import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { request } from "../revisions.ts";
import { bytesOf, connectRaw, eventually } from "./raw.ts";
import {
  expectServed,
  headersOf,
  modernCall,
  post,
  serve,
  startSession,
  type RawServer,
  type RawSession,
} from "./raw-server.ts";

let server: RawServer;
let session: RawSession;
beforeAll(async () => {
  const noticeRates = { progress: Infinity };
  server = await serve({ keepAliveMs: 20 }, { noticeRates });
});
afterEach(async () => {
  await expectServed(server.port);
  expect(server.errors).toEqual([]);
});
afterAll(() => server.close());

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

async function expectIdle(): Promise<void> {
  await eventually(() => {
    expect(server.running.status()).toMatchObject({ requests: 0, streams: 0 });
  });
}

/** Sends a part of the bytes, and goes: politely, or with a reset. */
async function drop(bytes: Uint8Array, polite: boolean): Promise<void> {
  const connection = connectRaw(server.port);
  connection.write(bytes);
  await pause(1);
  if (polite) connection.socket.end();
  else connection.socket.resetAndDestroy();
  if (polite) await connection.closed();
}

describe.each([
  ["politely", true],
  ["with a reset", false],
])("a client that goes %s", (_, polite) => {
  test("in the middle of a request costs nothing", async () => {
    const call = bytesOf(modernCall(server.port, "echo", { a: "é" }));
    for (let at = 0; at < call.length; at += 13)
      await drop(call.subarray(0, at), polite);
    await expectIdle();
  });

  test("in the middle of a chunk costs nothing", async () => {
    const { headers } = modernCall(
      server.port,
      "echo",
      {},
      {
        more: [["Transfer-Encoding", "chunked"]],
      },
    );
    const call = bytesOf({ headers, body: '5\r\n{"a":\r\n3\r\n1' });
    for (let back = 0; back < 14; back++)
      await drop(call.subarray(0, call.length - back), polite);
    await expectIdle();
  });
});

test("a client that goes before its answer of the stateless revision has cancelled", async () => {
  const before = server.inside.aborted;
  const connection = connectRaw(server.port);
  connection.write(bytesOf(modernCall(server.port, "wait")));
  await eventually(() => expect(server.inside.waiting).toBe(1));
  connection.socket.resetAndDestroy();
  await eventually(() => expect(server.inside.aborted).toBe(before + 1));
  expect(server.inside.waiting).toBe(0);
  await expectIdle();
});

test("a client that goes before the answer of its session has not", async () => {
  session = await startSession(server.port);
  const before = server.inside.aborted;
  const message = request(1, "tools/call", { name: "wait", arguments: {} });
  const connection = session.open(post(server.port, message, session.headers));
  await eventually(() => expect(server.inside.waiting).toBe(1));
  connection.socket.resetAndDestroy();
  await pause(100);
  expect([server.inside.waiting, server.inside.aborted]).toEqual([1, before]);
  await session.delete();
  await eventually(() => expect(server.inside.waiting).toBe(0));
  expect(server.inside.aborted).toBe(before + 1);
  await expectIdle();
});

describe("a client that goes in the middle of a stream", () => {
  const meta = { progressToken: 1 };
  const args = { count: 200, length: 2_000 };

  test("of the stateless revision costs nothing", async () => {
    for (let at = 1; at < 400_000; at = at * 3 + 7) {
      const connection = connectRaw(server.port);
      connection.write(
        bytesOf(modernCall(server.port, "tell", args, { meta })),
      );
      await eventually(() =>
        expect(connection.received.length).toBeGreaterThanOrEqual(
          Math.min(at, 300_000),
        ),
      );
      connection.socket.resetAndDestroy();
    }
    await expectIdle();
  });

  test("of a session costs nothing", async () => {
    session = await startSession(server.port);
    for (let at = 1, id = 1; at < 400_000; at = at * 3 + 7, id++) {
      const message = request(id, "tools/call", {
        name: "tell",
        arguments: args,
        _meta: { progressToken: id },
      });
      const connection = session.open(
        post(server.port, message, session.headers),
      );
      await eventually(() =>
        expect(connection.received.length).toBeGreaterThanOrEqual(
          Math.min(at, 300_000),
        ),
      );
      connection.socket.resetAndDestroy();
    }
    await session.delete();
    await expectIdle();
  });

  test("of its own, which it opened twice, costs nothing", async () => {
    session = await startSession(server.port);
    for (let round = 0; round < 20; round++) {
      const streams = [session.get(), session.get()];
      for (const stream of streams) await stream.head();
      for (const stream of streams) stream.socket.resetAndDestroy();
    }
    await expectIdle();
    expect(await session.call("echo")).toHaveProperty("result");
    await session.delete();
  });
});

test("a client that closes its own half still gets its answer", async () => {
  const connection = connectRaw(server.port);
  connection.socket.end(bytesOf(modernCall(server.port, "echo")));
  expect((await connection.next()).status).toBe(200);
  await connection.closed();
});

test("connections that say nothing are no requests", async () => {
  const connections = Array.from({ length: 50 }, () => connectRaw(server.port));
  await pause(20);
  await expectIdle();
  for (const connection of connections) connection.socket.resetAndDestroy();
});

test("a session that is ended ends the streams of those who read", async () => {
  session = await startSession(server.port);
  const stream = session.get();
  expect((await stream.head()).status).toBe(200);
  expect((await session.delete()).status).toBe(204);
  await stream.until("0\r\n\r\n").catch(() => stream.closed());
  stream.destroy();
  const { status } = await session.post(request(1, "ping"));
  expect(status).toBe(404);
  await expectIdle();
});

test("an answer that nobody reads any more does not disturb the next client", async () => {
  const headers = headersOf(server.port);
  for (const method of ["GET", "PUT", "POST"]) {
    const connection = connectRaw(server.port);
    connection.write(bytesOf({ method, headers, body: "{" }));
    connection.socket.resetAndDestroy();
  }
  await expectIdle();
});
