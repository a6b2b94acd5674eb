import { afterAll, beforeAll, expect, test } from "vitest";
import { bytesOf, chunked, connectRaw } from "./raw.ts";
import {
  expectServed,
  headersOf,
  modernCall,
  post,
  serve,
  startSession,
  type RawServer,
} from "./raw-server.ts";
import { initializeAs, newestHandshake, request } from "../revisions.ts";
import { fc, runs } from "../../support/random.ts";

let server: RawServer;
let good: readonly Buffer[];
beforeAll(async () => {
  server = await serve({ bodyTimeoutMs: 200 });
  const { port } = server;
  const session = await startSession(port);
  const call = modernCall(port, "echo", { a: "é" });
  good = [
    bytesOf(call),
    bytesOf({
      headers: [...call.headers, ["Transfer-Encoding", "chunked"]],
      body: chunked(call.body, 50),
    }),
    bytesOf(modernCall(port, "tell", {}, { meta: { progressToken: 1 } })),
    bytesOf(post(port, initializeAs(newestHandshake))),
    bytesOf(post(port, request(1, "ping"), session.headers)),
    bytesOf({ method: "DELETE", headers: headersOf(port) }),
  ];
});
afterAll(async () => {
  await expectServed(server.port);
  expect(server.running.status()).toMatchObject({ requests: 0, streams: 0 });
  await server.close();
});

/** Some bytes at some place are gone, and others stand there. */
const tear = fc.tuple(
  fc.nat(2_000),
  fc.nat(30),
  fc.oneof(
    fc.constantFrom(
      "",
      "\r\n",
      "\r\n\r\n",
      "\n",
      "\r",
      " ",
      ":",
      ",",
      "\u0000",
    ),
    fc.constantFrom("Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n"),
    fc.constantFrom("\u00ff\u00fe", "0", "9999999999", "{", '"', "\\u0000"),
    fc.string({ maxLength: 20 }),
  ),
);

test("whatever comes, the connection ends, and the next request is served", async () => {
  const statuses = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.array(tear, { maxLength: 4 }),
      async (choice, tears) => {
        const whole = good[choice % good.length] ?? Buffer.alloc(0);
        const torn = tears.reduce((kept, [place, length, put]) => {
          const start = place % (kept.length + 1);
          return kept.slice(0, start) + put + kept.slice(start + length);
        }, whole.toString("latin1"));
        const connection = connectRaw(server.port);
        connection.socket.end(Buffer.from(torn, "latin1"));
        await connection.closed();
        const [first = ""] = connection.received.split("\r\n");
        if (first !== "") expect(first).toMatch(/^HTTP\/1\.1 \d{3} /);
        const status = first.split(" ")[1] ?? "none";
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        expect(connection.received).not.toMatch(/node_modules|\.ts:\d/);
      },
    ),
    { numRuns: runs(300) },
  );
  // Some were broken for the parser, some for the gate, some whole.
  expect(statuses.get("400")).toBeGreaterThan(0);
  expect(statuses.get("200")).toBeGreaterThan(0);
  expect(server.errors).toEqual([]);
});
