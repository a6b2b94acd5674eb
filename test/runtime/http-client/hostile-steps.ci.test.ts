import { describe, expect, test } from "vitest";
import { HttpError } from "../../../src/runtime/http-client.ts";
import {
  answering,
  call,
  expectGood,
  failureOf,
  handshakeOnly,
  modernOnly,
  open,
  soon,
  visit,
  type Visit,
} from "./hostile-client.ts";
import {
  content,
  errorOf,
  event,
  goodAnswer,
  handshakeServer,
  head,
  modernServer,
  streamHead,
  whole,
  type RawAnswer,
} from "./raw-server.ts";

const writes =
  (bytes: string | Uint8Array): RawAnswer =>
  (_, socket) =>
    void socket.write(bytes);

/** Writes, and closes the connection behind it. */
const ends =
  (bytes: string | Uint8Array): RawAnswer =>
  (_, socket) =>
    void socket.end(bytes);

const page = (status: number): RawAnswer =>
  writes(whole("<p>no</p>", "text/html", status));

const deep = (count: number): string =>
  `{"jsonrpc":"2.0","id":1,"result":${"[".repeat(count)}${"]".repeat(count)}}`;

type Trick = readonly [what: string, RawAnswer];

/** What is no answer, and never will be. */
const silent: readonly Trick[] = [
  ["nothing", () => {}],
  ["another protocol", writes(`${head(101, { upgrade: "tls" })}\r\n`)],
  ["a head without an end", writes(head(200, {}, false))],
  [
    "an interim answer, and nothing more",
    writes("HTTP/1.1 103 Early\r\nlink: </a>\r\n\r\n"),
  ],
];

/** What is no answer at all, whoever asks. */
const broken: readonly Trick[] = [
  ["a connection that is closed", ends("")],
  ["a connection that is reset", (_, socket) => void socket.resetAndDestroy()],
  ["no HTTP", ends("SSH-2.0-OpenSSH_9.6\r\n")],
  ["a status that is no number", ends("HTTP/1.1 abc OK\r\n\r\n")],
  [
    "a head that is too long",
    ends(`${head(200, { "x-long": "x".repeat(100_000) })}\r\n`),
  ],
  ["a header with a zero", ends(`${head(200, { "x-zero": "a\0b" })}\r\n`)],
  [
    "two lengths",
    ends(
      `${head(200, { "content-type": "application/json" })}content-length: 5\r\n\r\nnull!`,
    ),
  ],
  [
    "a length and chunks",
    ends(`${head(200, { "transfer-encoding": "chunked" })}\r\n0\r\n\r\n`),
  ],
  [
    "chunks that are none",
    ends(
      `${head(200, { "content-type": "application/json", "transfer-encoding": "chunked" }, false)}\r\nxyz\r\n`,
    ),
  ],
  [
    "less than its length",
    ends(
      `${head(200, { "content-type": "application/json", "content-length": "500" })}\r\n{"jsonrpc"`,
    ),
  ],
  [
    "a body that is not compressed as told",
    ends(whole("{}", "application/json", 200, { "content-encoding": "gzip" })),
  ],
  [
    "another origin",
    writes(`${head(307, { location: "http://a.invalid/" })}\r\n`),
  ],
  ["a redirection to nowhere", writes(`${head(302)}\r\n`)],
  ["a redirection to itself", writes(`${head(308, { location: "/mcp" })}\r\n`)],
  ["not modified", writes(`${head(304)}\r\n`)],
  ...[300, 402, 409, 413, 429, 500, 503, 599].map(
    (status) => [`HTTP ${status}`, page(status)] as const,
  ),
  ["a page", page(200)],
  ["JSON that is said to be text", writes(whole("{}", "text/plain"))],
  [
    "a body without a type",
    writes(`${head(200, { "content-length": "2" })}\r\n{}`),
  ],
  [
    "an empty body",
    writes(`${head(200, { "content-type": "application/json" })}\r\n`),
  ],
  ["a JSON that ends early", writes(whole('{"jsonrpc":"2.0","id":1,"resu'))],
  ["a JSON that is no message", writes(whole("[[[]]]"))],
  ["null", writes(whole("null"))],
  ["a JSON that is no UTF-8", writes(notUtf8("application/json"))],
  ["a stream that is no UTF-8", ends(notUtf8("text/event-stream"))],
  ["an array that is too deep", writes(whole(deep(100_000)))],
  ["an empty stream", ends(streamHead())],
  ["a stream that says nothing", writes(streamHead())],
  ["a stream of comments", ends(`${streamHead()}: a\n\n: b\n\n`)],
  [
    "a stream of something else",
    ends(`${streamHead()}event: ping\ndata: {}\n\n`),
  ],
  ["a stream of what is no JSON", ends(`${streamHead()}data: {\n\n`)],
  ["the answer to another call", writes(whole(answerTo(987)))],
  ["the answer to no call", writes(whole(answerTo(null)))],
  [
    "the answer to another call in a stream",
    ends(streamHead() + event(JSON.parse(answerTo("1")))),
  ],
];

function notUtf8(type: string): Uint8Array {
  const told = whole('data: "??"', type, 200, { connection: "close" });
  const bytes = Buffer.from(told);
  return bytes.fill(0xff, bytes.length - 3, bytes.length - 1);
}

function answerTo(id: unknown): string {
  return JSON.stringify({ jsonrpc: "2.0", id, result: { content } });
}

async function expectClosed({ client }: Visit): Promise<void> {
  const begun = performance.now();
  await client.close();
  expect(performance.now() - begun).toBeLessThan(soon);
}

describe.each([...silent, ...broken])("%s", (_what, trick) => {
  test("for the first question of a client without a handshake", async () => {
    const visited = await visit(
      modernServer({ "server/discover": trick }),
      modernOnly,
    );
    await failureOf(visited.connected);
    await failureOf(call(visited));
  });

  test("for the first question of any client is no crash", async () => {
    const visited = await visit(handshakeServer({ "server/discover": trick }));
    const error = await visited.connected.then(
      () => undefined,
      () => failureOf(visited.connected),
    );
    if (!error) await expectGood(visited);
  });

  test("for initialize", async () => {
    const visited = await visit(
      handshakeServer({ initialize: trick }),
      handshakeOnly,
    );
    await failureOf(visited.connected);
    await failureOf(call(visited));
  });

  test.each(["modern", "handshake"])("for a call: %s", async (era) => {
    let isBad = true;
    const once: RawAnswer = (request, socket) =>
      isBad ? trick(request, socket) : socket.write(goodAnswer(request));
    const visited = await open(
      era === "modern"
        ? modernServer({ "tools/call": once })
        : handshakeServer({ "tools/call": once }),
      era === "modern" ? modernOnly : handshakeOnly,
    );
    await failureOf(call(visited));
    isBad = false;
    await expectGood(visited);
    await expectClosed(visited);
  });
});

test.each(broken)(
  "%s for the steps of a session that nobody waits for is survived",
  async (_, trick) => {
    const visited = await open(
      handshakeServer({
        GET: trick,
        DELETE: trick,
        "notifications/initialized": trick,
      }),
      handshakeOnly,
    );
    await expectGood(visited);
    await expectClosed(visited);
  },
);

// All at once: each is waited for as long as a client waits that closes.
test("silence at the steps of a session that nobody waits for is survived", async () => {
  const visits = silent.map(async ([, trick]) => {
    // Calls wait for a server that says nothing to its first notification, if not for ever.
    const visited = await open(
      handshakeServer({ GET: trick, DELETE: trick }),
      handshakeOnly,
    );
    await expectGood(visited);
    await expectClosed(visited);
  });
  await Promise.all(visits);
});

describe("a refusal", () => {
  const challenge = 'Bearer resource_metadata="http://a.invalid/"';
  const refuse =
    (status: number, told: Readonly<Record<string, string>> = {}): RawAnswer =>
    (request, socket) =>
      void socket.write(
        whole(JSON.stringify(errorOf(request)), undefined, status, told),
      );

  test.each([401, 403])("by %i tells its challenge", async (status) => {
    for (const told of [{ "www-authenticate": challenge }, {}]) {
      const trick = refuse(status, told);
      const expected = {
        status,
        challenge: "www-authenticate" in told ? challenge : undefined,
      };
      const first = await visit(
        modernServer({ "server/discover": trick }),
        answering,
        soon,
      );
      expect(await failureOf(first.connected)).toMatchObject(expected);
      const second = await visit(
        handshakeServer({ initialize: trick }),
        { ...handshakeOnly, ...answering },
        soon,
      );
      expect(await failureOf(second.connected)).toMatchObject(expected);
      for (const server of [modernServer, handshakeServer]) {
        const third = await open(server({ "tools/call": trick }), answering);
        const error = await failureOf(call(third, soon));
        expect(error).toBeInstanceOf(HttpError);
        expect(error).toMatchObject(expected);
        expect(third.server.called("tools/call")).toHaveLength(1);
      }
    }
  });

  test.each([400, 404, 405, 500])(
    "by %i with an error of the protocol is that error",
    async (status) => {
      const visited = await open(
        modernServer({ "tools/call": refuse(status) }),
        answering,
      );
      expect(await failureOf(call(visited, soon))).toMatchObject({
        kind: "protocol",
        code: -32_000,
      });
    },
  );

  test("of notifications/initialized is reported", async () => {
    const visited = await open(
      handshakeServer({ "notifications/initialized": page(500) }),
      handshakeOnly,
    );
    await expectGood(visited);
    expect(visited.errors).toMatchObject([{ status: 500 }]);
  });

  test("of the standalone stream is reported once it was tried enough", async () => {
    const { errors, server } = await open(
      handshakeServer({ GET: page(500) }),
      handshakeOnly,
    );
    await expect.poll(() => errors.length, { timeout: soon }).toBe(1);
    expect(errors).toMatchObject([{ status: 500 }]);
    const gets = server.requests.filter(({ method }) => method === "GET");
    expect(gets).toHaveLength(4);
  });
});
