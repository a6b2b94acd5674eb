import { describe, expect, test } from "vitest";
import { createLineSplitter } from "../../src/runtime/stdio/lines.ts";
import { costOf } from "../support/cost.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What comes out of chunks: lines, and in brackets what was unreadable. */
function split(
  chunks: readonly Uint8Array[],
  { limit = 1000, end = false } = {},
): string[] {
  const seen: string[] = [];
  const lines = createLineSplitter(limit, {
    line: (line) => seen.push(line),
    unreadable: (reason) => seen.push(`[${reason}]`),
  });
  for (const chunk of chunks) lines.push(chunk);
  if (end) lines.end();
  return seen;
}

/** The bytes cut at two places, in every way. */
function* cuts(bytes: Uint8Array): Generator<Uint8Array[]> {
  for (let first = 0; first <= bytes.length; first++) {
    for (let second = first; second <= bytes.length; second++) {
      yield [
        bytes.subarray(0, first),
        bytes.subarray(first, second),
        bytes.subarray(second),
      ];
    }
  }
}

describe("lines", () => {
  const text = '{"a":"é"}\r\n\n{"b":"𝄞\u2028"}\n\r\n{"c":1}\n';
  const lines = ['{"a":"é"}', '{"b":"𝄞\u2028"}', '{"c":1}'];

  test("come out the same wherever the chunks end", () => {
    for (const chunks of cuts(encode(text))) {
      expect(split(chunks)).toEqual(lines);
    }
  });

  test("come out of single bytes", () => {
    const bytes = [...encode(text)].map((byte) => Uint8Array.of(byte));
    expect(split(bytes)).toEqual(lines);
  });

  test("wait for their end", () => {
    expect(split([encode("{}\nunfinished")])).toEqual(["{}"]);
  });

  test("end where the input ends", () => {
    expect(split([encode("{}\nlast")], { end: true })).toEqual(["{}", "last"]);
    expect(split([encode("{}\n")], { end: true })).toEqual(["{}"]);
    expect(split([], { end: true })).toEqual([]);
  });

  test("above the limit are skipped, and the next ones are read", () => {
    for (const chunks of cuts(encode("12345\n123456\n1\n"))) {
      expect(split(chunks, { limit: 5 })).toEqual([
        "12345",
        "[a line is longer than 5 bytes]",
        "1",
      ]);
    }
  });

  test("that are no UTF-8 are refused, and their neighbours are read", () => {
    const bytes = Uint8Array.of(
      ...encode("one\n"),
      ...[0x22, 0xff, 0x22, 0x0a],
      ...[0xc3, 0x0a],
      ...encode("é\n"),
    );
    const refused = "[a line is not UTF-8]";
    for (const chunks of cuts(bytes)) {
      expect(split(chunks)).toEqual(["one", refused, refused, "é"]);
    }
  });

  test("keep a byte order mark, which is for the reader of the line", () => {
    expect(split([encode("\ufeff{}\n\ufeff{}\n")])).toEqual([
      "\ufeff{}",
      "\ufeff{}",
    ]);
  });

  test("do not share memory with their chunks, which may be reused", () => {
    const chunk = encode("ab");
    const seen: string[] = [];
    const splitter = createLineSplitter(1000, {
      line: (line) => seen.push(line),
      unreadable: (reason) => seen.push(reason),
    });
    splitter.push(chunk);
    chunk.fill(0x78);
    splitter.push(encode("c\n"));
    expect(seen).toEqual(["abc"]);
  });

  test("cost no more memory than the limit, however they come", () => {
    const limit = 1024 * 1024;
    const splitter = createLineSplitter(limit, {
      line() {},
      unreadable() {},
    });
    const chunk = new Uint8Array(limit).fill(0x61);
    const before = process.memoryUsage();
    for (let count = 0; count < limit; count++) {
      splitter.push(Uint8Array.of(0x61));
    }
    const { arrayBuffers, heapUsed } = process.memoryUsage();
    // Some of the buffers that it has outgrown may not be collected yet.
    expect(arrayBuffers - before.arrayBuffers).toBeLessThan(4 * limit);
    expect(heapUsed - before.heapUsed).toBeLessThan(16 * limit);
    for (let count = 0; count < 200; count++) splitter.push(chunk);
    const after = process.memoryUsage().arrayBuffers;
    expect(after - before.arrayBuffers).toBeLessThan(4 * limit);
  });

  test("take time that grows with their length, not with its square", async () => {
    const cost = (length: number): Promise<number> => {
      const { push } = createLineSplitter(length + 1, {
        line() {},
        unreadable() {},
      });
      const chunk = new Uint8Array(64).fill(0x61);
      return costOf(() => {
        for (let sent = 0; sent < length; sent += 64) push(chunk);
        push(encode("\n"));
      });
    };
    const best = async (length: number): Promise<number> => {
      let least = Infinity;
      for (let count = 0; count < 5; count++)
        least = Math.min(least, await cost(length));
      return least;
    };
    await best(1e6);
    // Sixteen times the length; its square would take 256 times as long.
    expect((await best(1.6e7)) / (await best(1e6))).toBeLessThan(80);
  });
});
