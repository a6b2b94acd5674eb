import type { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { notification, request } from "../revisions.ts";
import {
  call,
  expectGood,
  failureOf,
  handshakeOnly,
  modernOnly,
  open,
  pause,
  soon,
  type Visit,
} from "./hostile-client.ts";
import {
  event,
  flood,
  handshakeServer,
  jsonAnswer,
  modernServer,
  resultOf,
  streamHead,
  type RawAnswer,
  type RawRequest,
} from "./raw-server.ts";

const eras = ["modern", "handshake"] as const;

type Era = (typeof eras)[number];

/** A client of a server whose calls are answered by a stream that goes on like this. */
async function openStream(
  era: Era,
  answer: RawAnswer,
): Promise<Visit & { readonly streams: ReadonlySet<Socket> }> {
  const server = era === "modern" ? modernServer : handshakeServer;
  const only = era === "modern" ? modernOnly : handshakeOnly;
  const streams = new Set<Socket>();
  const trick: RawAnswer = (asked, socket) => {
    streams.add(socket);
    socket.on("close", () => streams.delete(socket));
    socket.write(streamHead());
    answer(asked, socket);
  };
  const visited = await open(server({ "tools/call": trick }), {
    ...only,
    maxEventBytes: 10_000,
  });
  return { ...visited, streams };
}

/** Nobody listens any more. */
async function expectNoStream({
  streams,
}: {
  readonly streams: ReadonlySet<Socket>;
}): Promise<void> {
  await expect.poll(() => streams.size, { timeout: soon }).toBe(0);
}

const said =
  (text: (asked: RawRequest) => string | Uint8Array): RawAnswer =>
  (asked, socket) =>
    void socket.end(text(asked));

/** The good answer with a byte in its text that no UTF-8 has. */
function notUtf8(answer: string): Uint8Array {
  return Buffer.from(answer.replace("good", "go\u00ffd"), "latin1");
}

/** The answer, on lines of its own. */
function lines(asked: RawRequest): string[] {
  return JSON.stringify(resultOf(asked), undefined, 1).split("\n");
}

const answerTo = (id: unknown, result: object = { content: [] }): object => ({
  jsonrpc: "2.0",
  id,
  result: { resultType: "complete", ...result },
});

const tell = (data: unknown): object =>
  notification("notifications/message", { level: "info", data });

describe.each(eras)("in an event stream of a %s server", (era) => {
  test.each<[string, (asked: RawRequest) => string | Uint8Array]>([
    ["\\n", (asked) => event(resultOf(asked))],
    ["\\r", (asked) => event(resultOf(asked)).replaceAll("\n", "\r")],
    ["\\r\\n", (asked) => event(resultOf(asked)).replaceAll("\n", "\r\n")],
    [
      "all line ends",
      (asked) =>
        lines(asked)
          .map((line, at) => `data: ${line}${["\n", "\r", "\r\n"][at % 3]}`)
          .join("") + "\r\n\r\r\n",
    ],
    ["a byte order mark", (asked) => `\ufeff${event(resultOf(asked))}`],
    [
      "many lines of data",
      (asked) => `data:${lines(asked).join("\ndata: ")}\n\n`,
    ],
    [
      "comments between the lines",
      (asked) =>
        `: a\n\n:\n${lines(asked)
          .map((line) => `data: ${line}\n:${"x".repeat(3_000)}\n`)
          .join("")}\n`,
    ],
    [
      "unknown fields and lines without a colon",
      (asked) =>
        `data\n\nwhat: ever\nretry\nid\nevent\n${event(resultOf(asked))}`,
    ],
    [
      "fields twice",
      (asked) =>
        `event: a\nevent: message\nid: 1\nid: 2\n${event(resultOf(asked))}`,
    ],
    [
      "odd times to come back",
      (asked) =>
        `retry: -1\nretry: 1e9\nretry: ${"9".repeat(400)}\n${event(resultOf(asked))}`,
    ],
    ["an id with a zero", (asked) => `id: a\0b\n${event(resultOf(asked))}`],
    [
      "events of other types with answers",
      (asked) =>
        `event: endpoint\ndata: /elsewhere\n\nevent: Message\n${event(answerTo(asked.message["id"]))}${event(resultOf(asked))}`,
    ],
    [
      "more answers behind the first",
      (asked) =>
        event(resultOf(asked)) +
        event(answerTo(asked.message["id"])).repeat(20),
    ],
  ])("the answer is found: %s", async (_, text) => {
    const visited = await openStream(era, said(text));
    await expectGood(visited);
    expect(visited.errors).toEqual([]);
  });

  test.each<[string, unknown]>([
    ["another id", answerTo(12_345)],
    ["an id of another type", answerTo("1")],
    ["no id", answerTo(undefined)],
    ["an id that is null", answerTo(null)],
    ["an id that is a fraction", answerTo(1.5)],
    ["an id that is a list", answerTo([1])],
    ["the names of an object's own members", answerTo("__proto__")],
    [
      "an error for another",
      { ...answerTo(77), result: undefined, error: { code: 1, message: "a" } },
    ],
    ["a list", [answerTo(1), answerTo(2)]],
    ["an empty list", []],
    ["null", null],
    ["a text", "message"],
    ["an object without any key", {}],
    ["another version of JSON-RPC", { ...answerTo(90), jsonrpc: "1.0" }],
    ["what is a call and an answer", { ...answerTo(90), method: "ping" }],
    [
      "progress of no call",
      notification("notifications/progress", {
        progressToken: "no",
        progress: 1,
      }),
    ],
    [
      "an unknown notification",
      notification("notifications/unknown", { a: 1 }),
    ],
    ["wrong params", notification("notifications/message", { level: 1 })],
  ])("what is no answer to the call is none: %s", async (_, message) => {
    const alone = await openStream(
      era,
      said(() => event(message)),
    );
    expect(await failureOf(call(alone))).toMatchObject({ kind: "transport" });
    const before = await openStream(
      era,
      said((asked) => event(message).repeat(3) + event(resultOf(asked))),
    );
    await expectGood(before);
  });

  test("a text that is no UTF-8 is no answer", async () => {
    const visited = await openStream(
      era,
      said((asked) => notUtf8(event(resultOf(asked)))),
    );
    const failure = await failureOf(call(visited, soon));
    expect(failure).toMatchObject({ kind: "transport" });
    expect(failure.message).toContain("utf-8");
  });

  test("what is broken is the answer where it has its id", async () => {
    for (const broken of [
      { result: 1 },
      { result: {}, error: { code: 1, message: "" } },
      { error: {} },
      { error: { code: "1", message: "a" } },
      { result: { content: [{ type: "text", text: 1 }] } },
      { result: JSON.parse('{"__proto__":{"content":[]},"content":{}}') },
    ]) {
      const visited = await openStream(
        era,
        said(({ message: { id } }) => event({ jsonrpc: "2.0", id, ...broken })),
      );
      const failure = await failureOf(call(visited));
      expect(failure).toMatchObject({ kind: "invalid" });
    }
  });

  test.each<[string, (asked: RawRequest) => string]>([
    ["on one line", () => `data: ${"x".repeat(9_000)}`],
    ["in lines", () => "data: x\n".repeat(1_000)],
    ["in a comment", () => `:${"x".repeat(9_000)}`],
    ["in an id", () => `id: ${"x".repeat(9_000)}`],
  ])("an event without an end is given up: %s", async (_, text) => {
    const visited = await openStream(era, (asked, socket) =>
      flood(socket, () => text(asked)),
    );
    const failure = await failureOf(call(visited, soon));
    expect(failure).toMatchObject({ kind: "transport" });
    expect(failure.message).toContain("longer than 10000 bytes");
    // Whoever sends it is not read any more.
    await expectNoStream(visited);
  });

  test.each<[string, (asked: RawRequest) => string]>([
    ["comments", () => ": alive\n"],
    ["blank lines", () => "\r\n\n\r"],
    ["events without data", () => "id: 1\n\nretry: 1\n\n"],
    ["events of another type", () => "event: ping\ndata: {}\n\n"],
    ["notifications", () => event(tell("a"))],
    ["answers to others", () => event(answerTo(998))],
    ["what is no JSON", () => "data: {\n\n"],
    [
      "progress that nobody asked for",
      ({ message: { id: progressToken } }) =>
        event(
          notification("notifications/progress", {
            progressToken,
            progress: 1,
          }),
        ),
    ],
  ])(
    "a call ends in time, in spite of an endless stream of %s",
    async (_, text) => {
      const visited = await openStream(era, (asked, socket) => {
        const timer = setInterval(
          () => socket.write(text(asked).repeat(20)),
          2,
        );
        socket.on("close", () => clearInterval(timer));
      });
      expect(await failureOf(call(visited))).toMatchObject({ kind: "timeout" });
      await visited.client.close();
      await expectNoStream(visited);
    },
  );

  test("an answer is heard at once, though its stream goes on for ever", async () => {
    const visited = await openStream(era, (asked, socket) => {
      socket.write(event(resultOf(asked)));
      const timer = setInterval(() => socket.write(": more\n"), 5);
      socket.on("close", () => clearInterval(timer));
    });
    await expectGood(visited);
    // It gets a moment to end, for which nobody waits with the answer.
    expect(visited.streams.size).toBe(1);
    await expectNoStream(visited);
  });

  test("answers on each other's streams end no call wrongly", async () => {
    const waiting: [RawRequest, Parameters<RawAnswer>[1]][] = [];
    const visited = await openStream(era, (asked, socket) => {
      waiting.push([asked, socket]);
      if (waiting.length < 2) return;
      waiting.forEach(([one], at) => {
        const [, other] = waiting[1 - at] ?? [];
        other?.end(
          event(
            answerTo(one.message["id"], {
              content: [{ type: "text", text: String(one.message["id"]) }],
            }),
          ),
        );
      });
    });
    const outcomes = await Promise.allSettled([call(visited), call(visited)]);
    if (era === "modern") {
      // There, a stream belongs to its call alone.
      for (const outcome of outcomes)
        expect(outcome).toMatchObject({ reason: { kind: "transport" } });
      expect(visited.errors).toHaveLength(2);
    } else {
      const ids = waiting.map(([{ message }]) => String(message["id"]));
      expect(outcomes).toMatchObject(
        ids.map((text) => ({ value: { content: [{ text }] } })),
      );
    }
  });

  test("a request of the server's ends no call", async () => {
    const visited = await openStream(
      era,
      said(
        (asked) =>
          [asked.message["id"], "a", null, 1.5]
            .map((id) => event(request(id, "sampling/createMessage")))
            .join("") + event(resultOf(asked)),
      ),
    );
    await expectGood(visited);
  });

  test("what comes after its call's end is dropped", async () => {
    let later: () => void = () => {};
    const visited = await openStream(era, (asked, socket) => {
      later = () => void socket.end(event(resultOf(asked)));
    });
    await failureOf(call(visited));
    later();
    await pause(50);
    expect(visited.errors).toEqual([]);
  });
});

test.each([
  ["modern", modernServer, modernOnly],
  ["handshake", handshakeServer, handshakeOnly],
] as const)(
  "a JSON body that is no UTF-8 is no answer: %s",
  async (_, server, only) => {
    const trick: RawAnswer = (asked, socket) =>
      void socket.write(notUtf8(jsonAnswer(asked)));
    const visited = await open(server({ "tools/call": trick }), only);
    const failure = await failureOf(call(visited, soon));
    expect(failure).toMatchObject({ kind: "transport" });
    expect(failure.message).toContain("utf-8");
  },
);
