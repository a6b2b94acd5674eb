import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { createValidator, type Finding } from "../../src/index.ts";
import { costOf } from "../support/cost.ts";
import { brief, read, request } from "./traffic.ts";

setFlagsFromString("--expose-gc");
// The flag gives new contexts the function.
const collectGarbage = runInNewContext("gc") as () => void;

const one = { revisions: ["2025-11-25"] };
const ping = (id: unknown) => `${JSON.stringify(request(id, "ping"))}\n`;
const mebibyte = 1024 * 1024;

describe("a line", () => {
  test("begins with a byte order mark only where the input does", async () => {
    const marked = `\ufeff${ping(2)}`;
    const each = await read([ping(1), marked, marked], one);
    expect(each.map(brief)).toEqual(["2 ? - not-json", "3 ? - not-json"]);
    expect(await read([ping(1) + marked + marked], one)).toEqual(each);
  });

  test("may come in any number of chunks, in time that grows with its length", async () => {
    const piece = new TextEncoder().encode("x".repeat(64));
    const count = (2 * mebibyte) / 64;
    const pieces = Array.from({ length: count }, () => piece);
    const found: Finding[] = [];
    const spent = await costOf(async () => {
      found.push(...(await read([...pieces, "\n"], one)));
    });
    // All that is kept, copied for a few of the chunks: on average half of the line.
    const half = new Uint8Array(mebibyte);
    let copied = 0;
    const few = await costOf(() => {
      for (let chunk = 0; chunk < count / 64; chunk++)
        copied += half.slice().length;
    });
    expect(copied).toBe((count / 64) * mebibyte);
    // For each of the chunks it would take four times as long as this allows.
    expect(spent).toBeLessThan(16 * few);
    expect(found.map(({ code }) => code)).toEqual(["not-json"]);
  });

  test("takes no more memory than the limit, and none when it is over", async () => {
    const lineLimit = 12 * mebibyte;
    const validator = await createValidator({ ...one, lineLimit });
    const piece = new Uint8Array(mebibyte / 4).fill(0x78);
    const before = await kept();
    const taken: number[] = [];
    async function* chunks() {
      for (let length = 0; length < 9 * mebibyte; length += piece.length)
        yield piece;
      taken.push((await kept()) - before);
      yield `\n${ping(1)}`;
      yield "{";
      taken.push((await kept()) - before);
    }
    for await (const { code } of validator.findings(chunks()))
      expect(["not-json", "cut-off"]).toContain(code);
    const [within = 0, after = 0] = taken;
    expect(within).toBeGreaterThan(8.9 * mebibyte);
    expect(within).toBeLessThan(12.5 * mebibyte);
    expect(after).toBeLessThan(1.5 * mebibyte);
  });
});

test("findings are told while a large chunk is read", async () => {
  const validator = await createValidator(one);
  const line = '{"jsonrpc":"2.0","id":1}\n';
  const count = 100_000;
  const chunks = [line.repeat(count)];
  let first: number | undefined;
  for await (const { line: number } of validator.findings(chunks)) {
    first ??= validator.counts.lines;
    expect(number).toBeGreaterThan(0);
  }
  expect(first).toBeLessThan(count / 10);
  expect(validator.counts.errors).toBe(count);
});

/** Bytes of buffers that are in use, once what is not has been freed. */
async function kept(): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < 5; round++) {
    collectGarbage();
    await setTimeout(5);
    least = Math.min(least, process.memoryUsage().arrayBuffers);
  }
  return least;
}
