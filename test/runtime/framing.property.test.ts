import { describe, expect, test } from "vitest";
import { createByteStreamTransport } from "../../src/runtime/stdio/byte-stream.ts";
import { createLog, HandInput, HandOutput } from "./byte-pair.ts";
import { fc, runs } from "../support/random.ts";

const lineLimit = 200;
const encoder = new TextEncoder();

/** A line of the wire, and what a receiver is to hear of it. */
interface Line {
  readonly bytes: Uint8Array;
  readonly heard: readonly unknown[];
}

function textLine(text: string, ending: string, heard: unknown): Line {
  return { bytes: encoder.encode(text + ending), heard: [heard] };
}

const ending = fc.constantFrom("\n", "\r\n");

/** JSON as any peer may write it: with escapes, spaces, every kind of character. */
const json = fc
  .tuple(
    fc.jsonValue({ maxDepth: 3, stringUnit: "binary" }),
    fc.constantFrom(undefined, "\t"),
    fc.boolean(),
  )
  .map(([value, indent, escaped]) => {
    const text = JSON.stringify(value, null, indent).replaceAll("\n", " ");
    return escaped ? escapeAll(text) : text;
  })
  // A byte order mark and a carriage return still fit.
  .filter((text) => encoder.encode(text).length <= lineLimit - 4);

const readable = fc
  .tuple(json, ending, fc.constantFrom("", "\ufeff"))
  .map(([text, end, mark]) =>
    textLine(mark + text, end, { message: JSON.parse(text) }),
  );

const empty = ending.map((end) => ({ bytes: encoder.encode(end), heard: [] }));

const tooLong = fc
  .tuple(fc.integer({ min: lineLimit + 1, max: 3 * lineLimit }), ending)
  .map(([length, end]) =>
    textLine("é".repeat(length), end, {
      unreadable: `a line is longer than ${lineLimit} bytes`,
    }),
  );

const notJson = fc
  .tuple(fc.constantFrom("{", "nul", "{}{}", "'a'", "\u0000", "NaN"), ending)
  .map(([text, end]) =>
    textLine(text, end, {
      unreadable: `a line is not JSON: ${JSON.stringify(text)}`,
    }),
  );

/** Lone, overlong, surrogate, truncated and too large sequences. */
const notUtf8 = fc
  .constantFrom([0x80], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82], [0xff])
  .map((bytes) => ({
    bytes: Uint8Array.of(0x22, ...bytes, 0x22, 0x0a),
    heard: [{ unreadable: "a line is not UTF-8" }],
  }));

const lines = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: readable },
    empty,
    tooLong,
    notJson,
    notUtf8,
  ),
  { maxLength: 8 },
);

describe("any lines, cut anywhere,", () => {
  test("are heard the same", () => {
    fc.assert(
      fc.property(lines, fc.infiniteStream(fc.nat(40)), (wire, sizes) => {
        const heard = wire.flatMap((line) => line.heard);
        expect(receive(cutBy(join(wire), sizes))).toEqual(heard);
      }),
      { numRuns: runs(500) },
    );
  });

  test("are heard the same when cut in two at every byte", () => {
    fc.assert(
      fc.property(lines, (wire) => {
        const heard = wire.flatMap((line) => line.heard);
        const bytes = join(wire);
        for (let at = 0; at <= bytes.length; at++) {
          const chunks = [bytes.subarray(0, at), bytes.subarray(at)];
          expect(receive(chunks)).toEqual(heard);
        }
      }),
      { numRuns: 20 },
    );
  });

  test("are heard the same byte by byte, and without their last end", () => {
    fc.assert(
      fc.property(lines, json, (wire, last) => {
        const bytes = [...join(wire), ...encoder.encode(last)];
        const chunks = bytes.map((byte) => Uint8Array.of(byte));
        expect(receive(chunks)).toEqual([
          ...wire.flatMap((line) => line.heard),
          { message: JSON.parse(last) },
        ]);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe("any bytes at all", () => {
  test("end nothing, and the next line is read", () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 5 }),
        (chunks) => {
          const heard = receive([...chunks, encoder.encode("\n[1]\n")]);
          expect(heard.at(-1)).toEqual({ message: [1] });
        },
      ),
      { numRuns: runs(500) },
    );
  });
});

describe("any message that is sent", () => {
  test("is one line, and arrives as it was", async () => {
    const message = fc.record({
      jsonrpc: fc.constant("2.0" as const),
      method: fc.string({ unit: "binary" }),
      params: fc.dictionary(
        fc.string({ unit: "binary" }),
        fc.jsonValue({ stringUnit: "binary" }),
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(message), async (messages) => {
        const output = new HandOutput();
        const transport = createByteStreamTransport(new HandInput(), output);
        for (const one of messages) transport.send(one);
        await Promise.resolve();
        const wire = output.writes.join("");
        expect(wire.split("\n")).toHaveLength(messages.length + 1);
        const bytes = encoder.encode(wire);
        expect(receive([bytes], bytes.length)).toEqual(
          messages.map((one) => ({
            message: JSON.parse(JSON.stringify(one)),
          })),
        );
      }),
      { numRuns: runs(200) },
    );
  });
});

function receive(chunks: readonly Uint8Array[], limit = lineLimit): unknown[] {
  const input = new HandInput();
  const log = createLog();
  createByteStreamTransport(input, new HandOutput(), {
    lineLimit: limit,
  }).start(log);
  for (const chunk of chunks) input.push(chunk);
  input.emit("end");
  expect(log.heard.pop()).toBe("ended");
  return log.heard;
}

function join(wire: readonly Line[]): Uint8Array {
  return Uint8Array.from(wire.flatMap(({ bytes }) => [...bytes]));
}

function cutBy(bytes: Uint8Array, sizes: Iterator<number>): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  let start = 0;
  while (start < bytes.length) {
    const end = start + Number(sizes.next().value);
    chunks.push(bytes.subarray(start, end));
    start = end;
  }
  return chunks;
}

/** Every character of a JSON text's strings as an escape. */
function escapeAll(text: string): string {
  return JSON.stringify(JSON.parse(text), (_key, value: unknown) => value)
    .split("")
    .map((unit) =>
      unit > "~"
        ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
        : unit,
    )
    .join("");
}
