import { connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { bytesOf, connectRaw, eventually } from "../http/raw.ts";
import {
  expectServed,
  modernCall,
  post,
  serve,
  startSession,
  type RawServer,
} from "../http/raw-server.ts";
import { tool } from "../registry/host.ts";
import { request } from "../runtime/revisions.ts";
import { buildServer } from "../../src/runtime/server/create-server.ts";
import { unrecorded } from "../support/wire-check.ts";

let server: RawServer;
afterEach(() => server.close());

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/** A tool that writes as much as it is let, until it is told to stop. */
function addFlood(): { written: number; ended: number } {
  const flood = { written: 0, ended: 0 };
  server.server.add(
    tool("flood", {}, async (_, context) => {
      const text = "x".repeat(10_000);
      for (let told = 1; told <= 20_000 && !context.signal.aborted; told++) {
        context.progress(told, undefined, text);
        flood.written += text.length;
        if (told % 10 === 0)
          await new Promise((resolve) => setImmediate(resolve));
      }
      flood.ended++;
      return "done";
    }),
  );
  return flood;
}

describe("a client that does not read", () => {
  const maxBufferedBytes = 200_000;
  const meta = { progressToken: 1 };

  test("is cut off, and its call of the stateless revision with it", async () => {
    server = await serve({ maxBufferedBytes });
    const flood = addFlood();
    const connection = connectRaw(server.port);
    connection.socket.pause();
    connection.write(bytesOf(modernCall(server.port, "flood", {}, { meta })));
    await eventually(() => expect(flood.ended).toBe(1), 20_000);
    // What the sockets hold, and no more than was allowed beside it.
    expect(flood.written).toBeLessThan(50_000_000);
    expect(server.running.status()).toMatchObject({ requests: 0, streams: 0 });
    connection.socket.resume();
    await connection.closed();
    await expectServed(server.port);
  });

  test("is cut off, and what its session keeps is bounded", async () => {
    // Without the recording of all messages, which would be what grows.
    server = await serve({ maxBufferedBytes }, {}, unrecorded(buildServer));
    const flood = addFlood();
    const session = await startSession(server.port);
    const message = request(1, "tools/call", { name: "flood", _meta: meta });
    const connection = session.open(
      post(server.port, message, session.headers),
    );
    await connection.head();
    const { id } = await connection.event();
    connection.socket.pause();
    const before = process.memoryUsage().rss;
    let most = 0;
    await eventually(() => {
      most = Math.max(most, process.memoryUsage().rss - before);
      expect(flood.ended).toBe(1);
    }, 20_000);
    // The call goes on without it: its 200 MB are not kept.
    expect(flood.written).toBe(200_000_000);
    expect(most).toBeLessThan(150_000_000);
    expect(server.running.status().streams).toBe(0);
    connection.destroy();
    const late = session.get(id);
    expect((await late.head()).status).toBe(400);
    late.destroy();
    expect(await session.call("echo", {}, 2)).toHaveProperty("result");
  });

  test("its own stream is cut off, and its session goes on", async () => {
    server = await serve({ maxBufferedBytes, maxUriBytes: 20_000 });
    const session = await startSession(server.port);
    const uri = `a://1/${"x".repeat(10_000)}`;
    await session.post(request(1, "resources/subscribe", { uri }));
    const stream = session.get();
    await stream.head();
    stream.socket.pause();
    await eventually(() => {
      for (let count = 0; count < 100; count++)
        server.server.publish("notifications/resources/updated", { uri });
      expect(server.running.status().streams).toBe(0);
    }, 20_000);
    stream.destroy();
    expect(await session.call("echo", {}, 2)).toHaveProperty("result");
  });

  test("its whole answer is given up after a while", async () => {
    server = await serve({ keepAliveMs: 20, bodyTimeoutMs: 100 });
    let asked = false;
    server.server.add(
      tool("big", {}, () => {
        asked = true;
        return "x".repeat(30_000_000);
      }),
    );
    const connection = connectRaw(server.port);
    connection.socket.pause();
    connection.write(bytesOf(modernCall(server.port, "big")));
    await eventually(() => expect(asked).toBe(true), 20_000);
    await pause(1_500);
    connection.socket.resume();
    await connection.closed();
    expect(connection.received.length).toBeLessThan(30_000_000);
  });

  test("its stream is given up after a while, though more could wait for it", async () => {
    server = await serve({
      keepAliveMs: 20,
      bodyTimeoutMs: 100,
      maxBufferedBytes: 100_000_000,
    });
    let aborted = false;
    server.server.add(
      tool("hangs", {}, async (_, context) => {
        context.progress(1, undefined, "x".repeat(30_000_000));
        await new Promise((resolve) =>
          context.signal.addEventListener("abort", resolve),
        );
        aborted = true;
        return "done";
      }),
    );
    const connection = connectRaw(server.port);
    connection.socket.pause();
    const call = modernCall(server.port, "hangs", {}, { meta });
    connection.write(bytesOf(call));
    await eventually(() => expect(server.running.status().streams).toBe(1));
    await eventually(() => expect(aborted).toBe(true));
    expect(server.running.status()).toMatchObject({ requests: 0, streams: 0 });
    connection.destroy();
  });

  test("but one that reads slowly gets all of it", async () => {
    server = await serve({ keepAliveMs: 20, bodyTimeoutMs: 500 });
    const length = 20_000_000;
    server.server.add(tool("big", {}, () => "x".repeat(length)));
    const socket = connect({ port: server.port, host: "127.0.0.1" });
    socket.write(bytesOf(modernCall(server.port, "big")));
    let read = 0;
    let reads = 0;
    socket.on("data", (data) => {
      read += data.length;
      if (++reads % 16 > 0) return;
      socket.pause();
      setTimeout(() => socket.resume(), 100);
    });
    const began = Date.now();
    await eventually(() => expect(read).toBeGreaterThan(length), 30_000);
    // Longer than anybody may take who reads nothing.
    expect(Date.now() - began).toBeGreaterThan(1_100);
    socket.destroy();
  });
});

test("a connection that asks and asks and reads nothing is not read on", async () => {
  server = await serve();
  let calls = 0;
  server.server.add(
    tool("count", {}, () => {
      calls++;
      return "x".repeat(50_000);
    }),
  );
  const connection = connectRaw(server.port);
  connection.socket.pause();
  const call = bytesOf(modernCall(server.port, "count"));
  const many = 500;
  for (let sent = 0; sent < many; sent++) connection.write(call);
  await pause(500);
  expect(calls).toBeLessThan(many);
  connection.socket.resume();
  for (let count = 0; count < many; count++)
    expect((await connection.next()).status).toBe(200);
  connection.destroy();
});
