import { describe, expect, test } from "vitest";
import { request } from "../runtime/revisions.ts";
import {
  call,
  expectGood,
  handshakeOnly,
  modernOnly,
  open,
  patience,
  pause,
  soon,
} from "../runtime/http-client/hostile-client.ts";
import {
  event,
  goodAnswer,
  handshakeServer,
  head,
  modernServer,
  streamHead,
  type RawAnswer,
} from "../runtime/http-client/raw-server.ts";
import { counted } from "./counted.ts";
import { leaveUnrecorded } from "../support/wire-check.ts";

// The check of the wire keeps every message.
leaveUnrecorded("client");

const silence: RawAnswer = () => {};

describe("connections do not pile up", () => {
  const count = 60;

  const servers = {
    modern: [modernServer, modernOnly],
    handshake: [handshakeServer, handshakeOnly],
  } as const;

  test.each(["modern", "handshake"] as const)(
    "for calls that nobody answers: %s",
    async (era) => {
      const [server, only] = servers[era];
      const calls = counted(silence);
      const told = counted(silence);
      const visited = await open(
        server({
          "tools/call": calls.answer,
          "notifications/cancelled": told.answer,
        }),
        only,
      );
      const all = Array.from({ length: count }, () => call(visited, patience));
      await Promise.allSettled(all);
      await expect.poll(() => calls.open.size, { timeout: soon }).toBe(0);
      await visited.client.close();
      await expect.poll(() => told.open.size, { timeout: soon }).toBe(0);
    },
  );

  test("for calls over HTTP with SSE that nobody takes", async () => {
    let tell = (_text: string): void => {};
    const calls = counted(silence);
    const visited = await open((asked, socket) => {
      const { method } = asked.message;
      if (method === "tools/call") return calls.answer(asked, socket);
      if (asked.method === "GET") {
        tell = (text) => void socket.write(text);
        return tell(`${streamHead()}event: endpoint\ndata: /messages\n\n`);
      }
      if (asked.path !== "/messages")
        return void socket.write(`${head(405)}\r\n`);
      socket.write(`${head(202)}\r\n`);
      const [, body = ""] = goodAnswer(asked).split("\r\n\r\n");
      if (body !== "") tell(`data: ${body}\n\n`);
    }, handshakeOnly);
    const all = Array.from({ length: count }, () => call(visited, patience));
    await Promise.allSettled(all);
    await expect.poll(() => calls.open.size, { timeout: soon }).toBe(0);
  });

  test("for a server that asks, and takes no answer", async () => {
    const answers = counted(silence);
    const good = handshakeServer({
      GET: (_, socket) => {
        socket.write(streamHead());
        for (let id = 0; id < 1_500; id++)
          socket.write(event(request(id, "ping")));
      },
    });
    const visited = await open(
      (asked, socket) =>
        "result" in asked.message
          ? answers.answer(asked, socket)
          : good(asked, socket),
      handshakeOnly,
    );
    await untilSteady(() => answers.open.size);
    expect(answers.open.size).toBeGreaterThan(0);
    expect(answers.open.size).toBeLessThanOrEqual(300);
    await visited.client.close();
    await expect.poll(() => answers.open.size, { timeout: soon }).toBe(0);
  });

  test("for a stream with more answers than calls", async () => {
    const visited = await open(
      handshakeServer({
        GET: (_, socket) => {
          socket.write(streamHead());
          const result = { content: [] };
          for (let id = 1_000; id < 4_000; id++)
            socket.write(event({ jsonrpc: "2.0", id, result }));
        },
      }),
      handshakeOnly,
    );
    await pause(200);
    await expectGood(visited);
    expect(visited.server.sockets.size).toBeLessThan(6);
  });
});

/** Waits until a number is not zero, and has not changed for half a second. */
async function untilSteady(count: () => number): Promise<void> {
  let last = 0;
  let since = performance.now();
  while (last === 0 || performance.now() - since < 500) {
    await pause(20);
    if (count() === last) continue;
    last = count();
    since = performance.now();
  }
}
