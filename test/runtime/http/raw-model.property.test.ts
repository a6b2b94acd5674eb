import { afterAll, beforeAll, expect, test } from "vitest";
import { modern, modernRequest } from "../revisions.ts";
import { bytesOf, chunked, messagesOf, send, type RawRequest } from "./raw.ts";
import {
  both,
  expectServed,
  serve,
  type Headers,
  type RawServer,
} from "./raw-server.ts";
import { fc, runs } from "../../support/random.ts";

const token = "Bearer right";

let server: RawServer;
beforeAll(async () => {
  server = await serve({
    maxBodyBytes: 5_000,
    maxDepth: 20,
    maxHeaderBytes: 200,
    authorize: (request) =>
      request.header("authorization") === token
        ? { principal: "ada" }
        : { status: 401, challenge: "Bearer" },
  });
});
afterAll(async () => {
  await expectServed(server.port, [["Authorization", token]]);
  expect(server.errors).toEqual([]);
  await server.close();
});

/** One part of a request, and the status that the gate answers it with. */
interface Part {
  readonly refusal?: number;
  readonly method?: string;
  readonly target?: string;
  readonly headers?: Headers;
  readonly body?: string | Uint8Array;
}

interface Choice {
  readonly good: readonly Part[];
  readonly bad: readonly Part[];
}

const part = (good: readonly Part[], bad: readonly Part[]): Choice => ({
  good,
  bad,
});

/** A good part mostly, so that bad ones further on are reached. */
function arbitraryOf({ good, bad }: Choice): fc.Arbitrary<Part> {
  return fc.oneof(
    { arbitrary: fc.constantFrom(...good), weight: 12 },
    { arbitrary: fc.constantFrom(...bad), weight: 1 + Math.min(bad.length, 3) },
  );
}

/** Requests in which one part alone is bad, or none: chance reaches these seldom. */
function examplesOf(choices: readonly Choice[]): [Part[], boolean][] {
  const best = choices.map(({ good: [first = {}] }) => first);
  const spoiled = choices.flatMap(({ bad }, at) =>
    bad.map((one): [Part[], boolean] => [best.with(at, one), false]),
  );
  return [[best, false], ...spoiled];
}

const header = (name: string, value: string, refusal?: number): Part => ({
  headers: [[name, value]],
  ...(refusal !== undefined && { refusal }),
});

const call = (args: object = {}): string =>
  JSON.stringify(
    modernRequest(7, "tools/call", { name: "echo", arguments: args }),
  );
const deep = `{"a":${"[".repeat(30)}${"]".repeat(30)}}`;

/** In the order in which the gate looks at them: the first refusal counts. */
const parts: readonly Choice[] = [
  part(
    [{ target: "/mcp" }, { target: "/mcp?a=b" }],
    [
      { target: "/", refusal: 404 },
      { target: "/mcp/", refusal: 404 },
    ],
  ),
  part(
    [
      header("Host", "localhost"),
      header("Host", "127.0.0.1:80"),
      header("host", "LOCALHOST:3000"),
      header("Host", "[::1]:3000"),
    ],
    [
      header("Host", "evil.example", 403),
      header("Host", "localhost.evil.example", 403),
      header("Host", "127.0.0.1.nip.io:80", 403),
    ],
  ),
  part(
    [
      {},
      header("Origin", "http://localhost:8080"),
      header("Origin", "https://127.0.0.1"),
    ],
    [
      header("Origin", "https://evil.example", 403),
      header("Origin", "null", 403),
      header("Origin", "http://localhost.evil.example", 403),
    ],
  ),
  part(
    [{}, header("X-A", "a")],
    [header("Mcp-Session-Id", "a".repeat(300), 431)],
  ),
  part(
    [{}],
    [
      {
        headers: [
          ["Mcp-Method", "a"],
          ["Mcp-Method", "a"],
        ],
        refusal: 400,
      },
      {
        headers: [
          ["Last-Event-ID", "a"],
          ["last-event-id", "b"],
        ],
        refusal: 400,
      },
    ],
  ),
  part(
    [{ method: "POST" }],
    [
      { method: "PUT", refusal: 405 },
      { method: "OPTIONS", refusal: 405 },
    ],
  ),
  part(
    [header("Authorization", token)],
    [{ refusal: 401 }, header("Authorization", "Bearer wrong", 401)],
  ),
  part(
    [
      header("Content-Type", "application/json"),
      header("content-type", "APPLICATION/json;charset=UTF-8"),
    ],
    [{ refusal: 415 }, header("Content-Type", "text/plain", 415)],
  ),
  part(
    [{}, header("Accept", both), header("Accept", "*/*")],
    [
      header("Accept", "application/json", 406),
      header("Accept", "text/html", 406),
    ],
  ),
  part(
    [{ body: call() }, { body: call({ a: "é€" }) }],
    [
      { body: "a".repeat(5_001), refusal: 413 },
      { body: Buffer.from([0x22, 0xff, 0x22]), refusal: 400 },
      { body: call().replace("{}", deep), refusal: 400 },
      { body: " ", refusal: 400 },
      { body: "{", refusal: 400 },
      { body: "null", refusal: 400 },
      { body: "[]", refusal: 400 },
    ],
  ),
  // What the endpoint of the stateless revision looks at next.
  part([header("MCP-Protocol-Version", modern)], [{ refusal: 400 }]),
  part(
    [header("Mcp-Method", "tools/call")],
    [header("Mcp-Method", "Tools/Call", 400), { refusal: 400 }],
  ),
  part(
    [header("Mcp-Name", "echo"), header("Mcp-Name", "=?base64?ZWNobw==?=")],
    [
      header("Mcp-Name", "Echo", 400),
      header("Mcp-Name", "=?base64?ZWNobw=?=", 400),
    ],
  ),
];

/** Where a request carries a name twice, it is refused for that. */
function put(given: readonly Part[], isChunked: boolean): RawRequest {
  const body = given.find((one) => one.body !== undefined)?.body ?? "";
  const headers = given.flatMap((one) => one.headers ?? []);
  const method = given.find((one) => one.method !== undefined)?.method;
  const target = given.find((one) => one.target !== undefined)?.target;
  return {
    ...(method !== undefined && { method }),
    ...(target !== undefined && { target }),
    headers: isChunked
      ? [...headers, ["Transfer-Encoding", "chunked"]]
      : headers,
    body: isChunked ? chunked(body, 50) : body,
  };
}

test("each request gets the status of the first part that is bad", async () => {
  const seen = new Map<number, number>();
  const examples = examplesOf(parts);
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(...parts.map(arbitraryOf)),
      fc.boolean(),
      async (given, isChunked) => {
        const expected = given.find(({ refusal }) => refusal)?.refusal ?? 200;
        const answer = await send(server.port, bytesOf(put(given, isChunked)));
        expect(answer.status).toBe(expected);
        seen.set(expected, (seen.get(expected) ?? 0) + 1);
        const [message] = messagesOf(answer);
        expect(message).toMatchObject(
          expected === 200
            ? { id: 7, result: {} }
            : { jsonrpc: "2.0", error: { message: expect.any(String) } },
        );
        expect(answer.headers.has("www-authenticate")).toBe(expected === 401);
        expect(answer.headers.has("allow")).toBe(expected === 405);
      },
    ),
    { numRuns: examples.length + runs(350), examples },
  );
  // The run is worth something if it has reached every step.
  for (const status of [200, 400, 401, 403, 404, 405, 406, 413, 415, 431])
    expect(seen.get(status), String(status)).toBeGreaterThan(0);
});
