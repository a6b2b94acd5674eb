import { afterEach, describe, expect, test, vi } from "vitest";
import { createSafeFetch } from "../../src/runtime/auth/client/fetch/safe-fetch.ts";
import { InvalidMessageError } from "../../src/runtime/protocol/errors.ts";
import { createByteStreamTransport } from "../../src/runtime/stdio/byte-stream.ts";
import { HandInput, HandOutput } from "../runtime/byte-pair.ts";
import {
  expectGood,
  failureOf,
  handshakeOnly,
  modernOnly,
  open,
  soon,
  call,
  type Visit,
} from "../runtime/http-client/hostile-client.ts";
import {
  handshakeServer,
  modernServer,
  streamHead,
  whole,
  type RawAnswer,
  type RawRequest,
} from "../runtime/http-client/raw-server.ts";
import { bytesOf, messagesOf, send } from "../runtime/http/raw.ts";
import { endUnharmed, modernCall, serve } from "../runtime/http/raw-server.ts";
import {
  all,
  initializeAs,
  newestHandshake,
  serverOf,
} from "../runtime/revisions.ts";
import { createTestClient } from "../runtime/http-client/http-client.ts";
import { createWeb } from "../runtime/auth/discovery/web.ts";
import { settle, until } from "../runtime/wait.ts";
import { leaveUnrecorded } from "../support/wire-check.ts";
import { servedLines } from "./served-lines.ts";

// The check of the wire parses every message.
leaveUnrecorded("client");
leaveUnrecorded("server");

/** Stands in each hostile text, and nowhere else. */
const mark = "hostile";

const event = (text: string): string => `data: ${text}\n\n`;

/** JSON of so many values, the mark and its object not counted. */
const values = (count: number): string =>
  `{"${mark}":[${Array(count).fill("{}").join(",")}]}`;

const deep = (depth: number): string =>
  `{"${mark}":${"[".repeat(depth)}${"]".repeat(depth)}}`;

function watchParse(): () => readonly string[] {
  const parse = vi.spyOn(JSON, "parse");
  return () =>
    parse.mock.calls
      .map(([text]) => String(text))
      .filter((text) => text.includes(mark));
}

afterEach(() => void vi.restoreAllMocks());

const limits = { maxDepth: 20, maxValues: 200 };

const beyond: readonly [string, string, string][] = [
  [
    "too many values",
    values(200),
    "has more than 200 values (option maxValues)",
  ],
  ["a deep value", deep(20), "is nested deeper than 20 (option maxDepth)"],
];

describe.each(beyond)("%s, without being parsed:", (_, text, reason) => {
  test("an HTTP server refuses a body", async () => {
    const server = await serve(limits);
    const { headers, body } = modernCall(server.port, "echo", { a: 0 });
    const parsed = watchParse();
    const sent = body.replace('"a":0', text.slice(1, -1));
    const answer = await send(server.port, bytesOf({ headers, body: sent }));
    expect(parsed()).toEqual([]);
    expect(answer.status).toBe(400);
    expect(messagesOf(answer)).toMatchObject([
      { error: { code: -32600, message: `The body ${reason}` } },
    ]);
    await endUnharmed(server);
  });

  const resultOf = ({ message }: RawRequest): string =>
    `{"jsonrpc":"2.0","id":${String(message["id"])},"result":${text}}`;
  const lastId = ({ message }: RawRequest): string =>
    `{"result":${text},"jsonrpc":"2.0","id":${String(message["id"])}}`;
  const json: RawAnswer = (request, socket) =>
    socket.write(whole(resultOf(request)));
  const refused: RawAnswer = (_request, socket) =>
    socket.write(whole(text, "application/json", 400));
  const streamed =
    (bodyOf: (request: RawRequest) => string): RawAnswer =>
    (request, socket) =>
      // It stays open: only what it says can end the call.
      socket.write(streamHead({}) + event(bodyOf(request)));

  test.each<[string, RawAnswer]>([
    ["a JSON answer", json],
    ["an error's body", refused],
    ["an event", streamed(resultOf)],
    ["an event whose id is last", streamed(lastId)],
  ])("an HTTP client refuses %s", async (_name, answer) => {
    const servers: [RawAnswer, typeof modernOnly][] = [
      [modernServer({ "tools/call": answer }), modernOnly],
      [handshakeServer({ "tools/call": answer }), handshakeOnly],
    ];
    for (const [server, options] of servers) {
      const visited = await open(server, { ...options, ...limits });
      const parsed = watchParse();
      const error = await failureOf(call(visited, soon));
      expect(error.message).toContain(reason);
      expect(parsed()).toEqual([]);
      vi.restoreAllMocks();
    }
  });

  test("an HTTP client reports an event of a stream, and goes on", async () => {
    let isOpen = false;
    const visited: Visit = await open(
      handshakeServer({
        GET: (_request, socket) => {
          isOpen = true;
          socket.write(
            streamHead({}) +
              event(
                `{"jsonrpc":"2.0","method":"notifications/message","params":${text}}`,
              ),
          );
        },
      }),
      { ...handshakeOnly, ...limits },
    );
    await until(() => isOpen && visited.errors.length > 0);
    expect(visited.errors.map(({ message }) => message)).toEqual([
      `the message ${reason}`,
    ]);
    await expectGood(visited);
  });

  test.each([
    [
      "first",
      `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":${text}}`,
    ],
    ["last", `{"method":"tools/call","params":${text},"jsonrpc":"2.0","id":7}`],
  ])(
    "a server over stdio answers a request, its id %s",
    async (_name, line) => {
      const lines = servedLines(serverOf(all, { features: [] }), limits);
      const parsed = watchParse();
      const answers = await lines.ask(line);
      expect(parsed()).toEqual([]);
      expect(answers).toEqual([
        {
          jsonrpc: "2.0",
          id: 7,
          error: {
            code: -32600,
            message: `Invalid request: the message ${reason}`,
          },
        },
      ]);
      const [pong] = await lines.ask(
        '{"jsonrpc":"2.0","id":2,"method":"ping"}',
      );
      expect(pong).toMatchObject({ id: 2, result: {} });
    },
  );

  test("a server over stdio does not answer an answer", async () => {
    const lines = servedLines(serverOf(all, { features: [] }), limits);
    const line = `{"jsonrpc":"2.0","id":7,"result":${text}}`;
    expect(await lines.ask(line)).toEqual([]);
  });

  test("a client over stdio fails the call, and goes on", async () => {
    const { ask, answer, parsed, errors } = await stdioClient();
    const first = ask();
    const { id } = await answer(
      (called) =>
        `{"result":${text},"jsonrpc":"2.0","id":${JSON.stringify(called)}}`,
    );
    const error: unknown = await first.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InvalidMessageError);
    expect(error).toMatchObject({ message: `the message ${reason}` });
    expect(parsed()).toEqual([]);
    expect(errors).toHaveLength(1);
    const second = ask();
    const next = await answer(
      (called) =>
        `{"jsonrpc":"2.0","id":${JSON.stringify(called)},"result":{"content":[]}}`,
    );
    expect(next.id).not.toBe(id);
    expect(await second).toMatchObject({ content: [] });
  });

  test("a client over stdio fails no call for a request with its id", async () => {
    const { ask, answer } = await stdioClient();
    const first = ask();
    const { id } = await answer(
      (called) =>
        `{"jsonrpc":"2.0","id":${JSON.stringify(called)},"method":"ping","params":${text}}`,
    );
    const result = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[]}}`;
    await answer(() => result, id);
    expect(await first).toMatchObject({ content: [] });
  });
});

interface StdioClient {
  ask(): Promise<unknown>;
  /** Sends a line that is made of the id of the last call. */
  answer(
    lineOf: (id: unknown) => string,
    known?: unknown,
  ): Promise<{ readonly id: unknown }>;
  parsed(): readonly string[];
  readonly errors: readonly Error[];
}

/** A client at one end of a byte stream, whose other end the test writes. */
async function stdioClient(): Promise<StdioClient> {
  const input = new HandInput();
  const output = new HandOutput();
  const { client, errors } = createTestClient({ revisions: [newestHandshake] });
  const lastId = (): unknown => {
    const [line = "{}"] = output.writes.splice(0);
    return (JSON.parse(line) as { readonly id?: unknown }).id;
  };
  const connected = client.connect(
    createByteStreamTransport(input, output, limits),
  );
  await until(() => output.writes.length > 0);
  const result = {
    protocolVersion: newestHandshake,
    capabilities: { tools: {} },
    serverInfo: { name: "hostile", version: "1" },
  };
  input.push(`${JSON.stringify({ jsonrpc: "2.0", id: lastId(), result })}\n`);
  await connected;
  await settle();
  output.writes.length = 0;
  let parsed: () => readonly string[] = () => [];
  return {
    errors,
    ask: () => client.request("tools/call", { name: "a" }),
    async answer(lineOf, known) {
      if (known === undefined) await until(() => output.writes.length > 0);
      const id = known ?? lastId();
      parsed = watchParse();
      input.push(`${lineOf(id)}\n`);
      return { id };
    },
    parsed: () => parsed(),
  };
}

test("documents of authorization are bounded, and pages are not", async () => {
  const page = (text: string) => (): Response => new Response(text);
  const { fetch } = createWeb({
    "https://a.example/many": page(values(50_000)),
    "https://a.example/deep": page(deep(256)),
    "https://a.example/page": page(`<p>${",".repeat(300_000)}`),
  });
  const get = (path: string): Promise<unknown> =>
    createSafeFetch({ fetch })({
      url: `https://a.example/${path}`,
      method: "GET",
    });
  await expect(get("many")).rejects.toThrow(
    "https://a.example/many cannot be read: the answer has more than 50000 values",
  );
  await expect(get("deep")).rejects.toThrow(
    "the answer is nested deeper than 256",
  );
  expect(await get("page")).toMatchObject({ status: 200 });
});

describe("by default", () => {
  test("a server takes 50,000 values", async () => {
    const lines = servedLines(serverOf(all, { features: [] }));
    // The message, its version, id, method and params, and what holds the values.
    const ping = (count: number): string =>
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":${values(count)}}`;
    await lines.ask(JSON.stringify(initializeAs(newestHandshake)));
    expect(await lines.ask(ping(49_994))).toMatchObject([{ result: {} }]);
    expect(await lines.ask(ping(49_995))).toMatchObject([
      { error: { message: expect.stringContaining("50000 values") } },
    ]);
  });

  test("a client over HTTP takes 250,000 values", async () => {
    const answer =
      (count: number): RawAnswer =>
      ({ message }, socket) =>
        socket.write(
          whole(
            `{"jsonrpc":"2.0","id":${String(message["id"])},"result":{"content":[],"structuredContent":${values(count)}}}`,
          ),
        );
    const fitting = await open(
      handshakeServer({ "tools/call": answer(249_993) }),
      handshakeOnly,
    );
    expect(await call(fitting, soon)).toMatchObject({ content: [] });
    const visited = await open(
      handshakeServer({ "tools/call": answer(249_994) }),
      handshakeOnly,
    );
    const error = await failureOf(call(visited, soon));
    expect(error.message).toContain("has more than 250000 values");
  });
});
