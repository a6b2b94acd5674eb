import {
  createServer as createHttpServer,
  type Server as HttpServer,
} from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import {
  createNodeHandler,
  type HttpOptions,
} from "../../src/runtime/http-node.ts";
import { bytesOf, connectRaw, eventually } from "../runtime/http/raw.ts";
import {
  expectServed,
  modernCall,
  post,
  serve,
  startSession,
  type RawServer,
} from "../runtime/http/raw-server.ts";
import { tool } from "../runtime/features/host.ts";
import { request } from "../runtime/revisions.ts";
import { buildServer } from "../../src/runtime/server/create-server.ts";
import { unrecorded } from "../support/wire-check.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** The bytes that stay when everything is collected that can be. */
function used(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** For much that is written: nearly as long as a test may take. */
const patience = 50_000;

let server: RawServer;
afterEach(() => server.close());

/** Serves by `listen`, or also by a handler in another server; gives the port. */
async function mount(
  options: HttpOptions,
  http: HttpServer | undefined,
): Promise<number> {
  server = await serve(options);
  if (!http) return server.port;
  http.on("request", createNodeHandler(server.server, options));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  return (http.address() as AddressInfo).port;
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/** A tool that writes so many texts of 10 kB, unless it is told to stop. */
function addFlood(texts = 20_000): { written: number; ended: number } {
  const flood = { written: 0, ended: 0 };
  server.server.add(
    tool("flood", {}, async (_, context) => {
      const text = "x".repeat(10_000);
      for (let told = 1; told <= texts && !context.signal.aborted; told++) {
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
  const unbounded = { noticeRates: { progress: Infinity } };

  test("is cut off, and its call of the stateless revision with it", async () => {
    server = await serve({ maxBufferedBytes }, unbounded);
    const flood = addFlood();
    const connection = connectRaw(server.port);
    connection.socket.pause();
    connection.write(bytesOf(modernCall(server.port, "flood", {}, { meta })));
    await eventually(() => expect(flood.ended).toBe(1), patience);
    // What the sockets hold, and no more than was allowed beside it.
    expect(flood.written).toBeLessThan(50_000_000);
    expect(server.running.status()).toMatchObject({ requests: 0, streams: 0 });
    connection.socket.resume();
    await connection.closed();
    await expectServed(server.port);
  });

  test("is cut off, and what its session keeps is bounded", async () => {
    // Without the recording of all messages, which would be what grows.
    const build = unrecorded(buildServer);
    server = await serve({ maxBufferedBytes }, unbounded, build);
    const flood = addFlood(6_000);
    const session = await startSession(server.port);
    const message = request(1, "tools/call", { name: "flood", _meta: meta });
    const connection = session.open(
      post(server.port, message, session.headers),
    );
    await connection.head();
    const { id } = await connection.event();
    connection.socket.pause();
    const before = used();
    await eventually(() => expect(flood.ended).toBe(1), patience);
    // The call goes on without it: its 60 MB are not kept.
    expect(flood.written).toBe(60_000_000);
    expect(used() - before).toBeLessThan(20_000_000);
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
    }, patience);
    stream.destroy();
    expect(await session.call("echo", {}, 2)).toHaveProperty("result");
  });

  /** Beside what `listen` gives, a handler in a server of the user's own. */
  const places: readonly [
    string,
    (http?: HttpServer) => HttpServer | undefined,
  ][] = [
    ["by listen", () => undefined],
    ["in a server of the user's", () => createHttpServer()],
    [
      "in one that has other plans for silent sockets",
      () => createHttpServer().on("timeout", () => {}),
    ],
  ];

  describe.each(places)("%s", (_, create) => {
    test("its whole answer is given up after a while", async () => {
      const http = create();
      const port = await mount({ keepAliveMs: 20, bodyTimeoutMs: 100 }, http);
      const sockets = new Set<Socket>();
      http?.on("connection", (socket: Socket) => sockets.add(socket));
      const cutOff = (): Promise<void> =>
        eventually(() => {
          const { requests, kept } = server.running.status();
          if (!http) expect([requests, kept.unreadAnswers]).toEqual([0, 0]);
          for (const { destroyed } of sockets) expect(destroyed).toBe(true);
        });
      let asked = false;
      server.server.add(
        tool("big", {}, () => {
          asked = true;
          return "x".repeat(30_000_000);
        }),
      );
      const connection = connectRaw(port);
      connection.socket.pause();
      connection.write(bytesOf(modernCall(port, "big")));
      await eventually(() => expect(asked).toBe(true), patience);
      await cutOff();
      connection.socket.resume();
      await connection.closed();
      expect(connection.received.length).toBeLessThan(30_000_000);
    });

    test("its stream is given up after a while, though more could wait for it", async () => {
      const options = {
        keepAliveMs: 20,
        bodyTimeoutMs: 100,
        maxBufferedBytes: 100_000_000,
      };
      const port = await mount(options, create());
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
      const connection = connectRaw(port);
      connection.socket.pause();
      const call = modernCall(port, "hangs", {}, { meta });
      connection.write(bytesOf(call));
      await eventually(() => expect(aborted).toBe(true));
      connection.destroy();
    });
  });

  test("of a user's server leaves its socket as it was", async () => {
    const http = createHttpServer();
    http.keepAliveTimeout = 0;
    const port = await mount({ keepAliveMs: 20, bodyTimeoutMs: 100 }, http);
    let during: unknown;
    let socket: Socket | undefined;
    http.on("connection", (one: Socket) => {
      socket = one;
    });
    server.server.add(
      tool("slow", {}, async () => {
        await pause(50);
        during = socket?.timeout;
        return "done";
      }),
    );
    const connection = connectRaw(port);
    connection.write(bytesOf(modernCall(port, "slow")));
    expect((await connection.next()).status).toBe(200);
    await eventually(() => expect(socket?.timeout).toBe(0));
    expect(during).toBe(200);
    // A client that has nothing to read may be silent for longer.
    await pause(300);
    connection.write(bytesOf(modernCall(port, "slow")));
    expect((await connection.next()).status).toBe(200);
    connection.destroy();
  });

  test("but one that reads slowly gets all of it", async () => {
    server = await serve({ keepAliveMs: 20, bodyTimeoutMs: 1_000 });
    const length = 28_000_000;
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
    await eventually(() => expect(read).toBeGreaterThan(length), patience);
    // Longer than anybody may take who reads nothing.
    expect(Date.now() - began).toBeGreaterThan(2_100);
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
