import { describe, expect, test } from "vitest";
import { createLineSplitter } from "../../src/runtime/lines.ts";

const text = '{"a":"é"}\r\n\n{"b":"𝄞\u2028"}\n\r\n{"c":1}\n';
const lines = ['{"a":"é"}', '{"b":"𝄞\u2028"}', '{"c":1}'];

function split(chunks: readonly Uint8Array[], limit = 1000): string[] {
  const seen: string[] = [];
  const push = createLineSplitter(limit, {
    line: (line) => seen.push(line),
    overflow: () => seen.push("overflow"),
  });
  for (const chunk of chunks) push(chunk);
  return seen;
}

describe("lines", () => {
  const bytes = new TextEncoder().encode(text);

  test("come out the same wherever the chunks end", () => {
    for (let first = 0; first <= bytes.length; first++) {
      for (let second = first; second <= bytes.length; second++) {
        const chunks = [
          bytes.subarray(0, first),
          bytes.subarray(first, second),
          bytes.subarray(second),
        ];
        expect(split(chunks)).toEqual(lines);
      }
    }
  });

  test("come out of single bytes", () => {
    expect(split([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(lines);
  });

  test("wait for their end", () => {
    expect(split([new TextEncoder().encode("{}\nunfinished")])).toEqual(["{}"]);
  });

  test("above the limit are skipped, and the next ones are read", () => {
    const input = new TextEncoder().encode("12345\n123456\n1\n");
    for (let at = 0; at <= input.length; at++) {
      const chunks = [input.subarray(0, at), input.subarray(at)];
      expect(split(chunks, 5)).toEqual(["12345", "overflow", "1"]);
    }
  });

  test("keep a byte order mark, which JSON refuses", () => {
    expect(split([new TextEncoder().encode("\ufeff{}\n")])).toEqual([
      "\ufeff{}",
    ]);
  });
});
