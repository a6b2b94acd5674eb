import { describe, expect, test } from "vitest";
import {
  call,
  expectGood,
  failureOf,
  handshakeOnly,
  modernOnly,
  open,
  soon,
  visit,
  watchRejections,
} from "./hostile-client.ts";
import {
  event,
  goodAnswer,
  handshakeServer,
  modernServer,
  resultOf,
  streamHead,
  type RawAnswer,
  type RawRequest,
} from "./raw-server.ts";

/** An event stream in chunks, so that its end is told and not the connection's. */
function streamed(request: RawRequest): string {
  const body = `: alive\r\n\r\n${event(resultOf(request))}`;
  const head = streamHead({ "transfer-encoding": "chunked" });
  return `${head}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
}

type Era = "modern" | "handshake";

const eras: readonly Era[] = ["modern", "handshake"];
const server = { modern: modernServer, handshake: handshakeServer };
const only = { modern: modernOnly, handshake: handshakeOnly };

const answers: Readonly<Record<string, (request: RawRequest) => string>> = {
  JSON: goodAnswer,
  events: streamed,
};

const cases = eras.flatMap((era) =>
  Object.keys(answers).map((kind) => [era, kind] as const),
);

/** Lets what is written leave before more is. */
const turn = (): Promise<void> =>
  new Promise((resolve) => setImmediate(resolve));

describe.each(cases)("the answer of a %s server as %s", (era, kind) => {
  let at = 0;
  let length = Infinity;
  const bytesOf = (request: RawRequest): string => {
    const bytes = answers[kind]?.(request) ?? "";
    length = bytes.length;
    return bytes;
  };

  test("may be cut off behind any byte: its call fails, and the next is good", async () => {
    const unhandled = watchRejections();
    let isCut = true;
    const trick: RawAnswer = (request, socket) => {
      if (!isCut) return void socket.write(goodAnswer(request));
      socket.end(bytesOf(request).slice(0, at));
    };
    const visited = await open(server[era]({ "tools/call": trick }), only[era]);
    for (at = 0; at < length; at++) {
      // When the last event is whole, the end of the stream says nothing more.
      const outcome = call(visited, soon);
      const whole = await outcome.then(
        () => true,
        () => false,
      );
      if (whole) expect([kind, at > length - 10]).toEqual(["events", true]);
      else
        expect(await failureOf(outcome)).toMatchObject({ kind: "transport" });
    }
    expect(length).toBeLessThan(1_000);
    isCut = false;
    await expectGood(visited);
    expect(unhandled).toEqual([]);
  });

  test("may be split behind any byte", async () => {
    const trick: RawAnswer = async (request, socket) => {
      const bytes = bytesOf(request);
      socket.write(bytes.slice(0, at));
      await turn();
      await turn();
      socket.write(bytes.slice(at));
    };
    const visited = await open(server[era]({ "tools/call": trick }), only[era]);
    for (at = 1; at < length; at++) await expectGood(visited);
    expect(visited.errors).toEqual([]);
  });

  test("may come byte by byte", async () => {
    const trick: RawAnswer = async (request, socket) => {
      for (const byte of bytesOf(request)) {
        socket.write(byte);
        await turn();
      }
    };
    const visited = await open(server[era]({ "tools/call": trick }), only[era]);
    await expectGood(visited);
    expect(visited.errors).toEqual([]);
  });
});

describe.each([
  ["modern", "server/discover"],
  ["handshake", "initialize"],
] as const)("the first answer of a %s server", (era, step) => {
  test("may be cut off behind any byte: connecting fails", async () => {
    const unhandled = watchRejections();
    let length = Infinity;
    for (let at = 0; at < length; at += 3) {
      const visited = await visit(
        server[era]({
          [step]: (request, socket) => {
            const bytes = goodAnswer(request);
            length = bytes.length;
            socket.end(bytes.slice(0, at));
          },
        }),
        only[era],
        soon,
      );
      const failure = await failureOf(visited.connected);
      expect(failure).toMatchObject({ kind: "transport" });
      await visited.client.close();
    }
    expect(length).toBeLessThan(1_000);
    expect(unhandled).toEqual([]);
  });
});
