import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { tool } from "../features/host.ts";
import { modernRequest } from "../revisions.ts";
import { done, serverWith } from "../tool-server.ts";
import { settle } from "../wait.ts";
import { bytesOf, connectRaw, eventually } from "./raw.ts";
import { modernCall, serve, type RawServer } from "./raw-server.ts";
import { clientOf, headersOf } from "./stateless-client.ts";

/** Nothing else happens in this process for so many milliseconds. */
function standStill(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** The same, and then timers that are due come before anything else. */
async function standStillBeforeTimers(milliseconds: number): Promise<void> {
  await settle();
  standStill(milliseconds);
  // Whoever passes on what comes and goes hears of its client only now.
  await settle();
}

const times = { keepAliveMs: 20, bodyTimeoutMs: 100 };
/** Longer than a client may take nothing, by these times. */
const longer = 300;

describe("a server whose process stands still", () => {
  let server: RawServer;
  afterEach(() => server.close());

  test("sends all to a client that reads", async () => {
    server = await serve(times);
    const length = 15_000_000;
    server.server.add(tool("big", {}, () => "x".repeat(length)));
    const { socket } = connectRaw(server.port);
    let [read, stops] = [0, 0];
    socket.removeAllListeners("data").on("data", (data) => {
      read += data.length;
      if (read < (stops + 1) * 3_000_000 || stops === 3) return;
      stops++;
      standStill(longer);
    });
    socket.write(bytesOf(modernCall(server.port, "big")));
    await eventually(() =>
      expect(socket.destroyed || read > length).toBe(true),
    );
    expect(read).toBeGreaterThan(length);
    socket.destroy();
  });

  test("reads a body that came meanwhile", async () => {
    server = await serve({ bodyTimeoutMs: 400 });
    const connection = connectRaw(server.port);
    const bytes = bytesOf(modernCall(server.port, "echo", { a: "b" }));
    connection.write(bytes.subarray(0, -10));
    // Its time is measured by then.
    await sleep(100);
    // Timers come next, and input after them.
    await settle();
    connection.write(bytes.subarray(-10));
    standStill(500);
    expect((await connection.next()).status).toBe(200);
    connection.destroy();
  });
});

describe("a web handler whose process stands still", () => {
  const call = modernRequest(
    1,
    "tools/call",
    { name: "a" },
    {},
    {
      progressToken: "p",
    },
  );

  test("sends all to a client that reads", async () => {
    const client = clientOf(
      serverWith((_, context) => {
        context.progress(1, 2, "x".repeat(100_000));
        return done;
      }),
      times,
    );
    const reader = (await client.post(call)).body?.getReader();
    let read = 0;
    for (;;) {
      await standStillBeforeTimers(longer);
      const { done: isOver, value } = (await reader?.read()) ?? { done: true };
      if (isOver) break;
      read += value?.length ?? 0;
    }
    expect(read).toBeGreaterThan(100_000);
  });

  test("reads a body that came meanwhile", async () => {
    const { handler } = clientOf(
      serverWith(() => done),
      { bodyTimeoutMs: 400 },
    );
    const text = Buffer.from(JSON.stringify(call));
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(text.subarray(0, -10));
        await sleep(100);
        await standStillBeforeTimers(500);
        controller.enqueue(text.subarray(-10));
        controller.close();
      },
    });
    const request = new Request("http://localhost/mcp", {
      method: "POST",
      headers: headersOf(call) as Record<string, string>, // none is without a value
      body,
      duplex: "half",
    });
    expect((await handler(request)).status).toBe(200);
  });
});
