import { format } from "prettier";
import { expect, test } from "vitest";
import { prettierLayout, printJson } from "../../src/emit/print/json.ts";

const widths = Array.from({ length: 12 }, (_, index) => 66 + index);

test.each<[string, (width: number) => Record<string, unknown>]>([
  ["a list", (width) => ({ a: ["b".repeat(width)] })],
  [
    "a list with a comma behind it",
    (width) => ({ a: ["b".repeat(width)], c: 1 }),
  ],
  ["lists in a list", (width) => ({ a: [["b".repeat(width - 2)], []] })],
  [
    "numbers",
    (width) => ({ a: Array.from({ length: width }, (_, n) => n * n) }),
  ],
  ["an object in a list", (width) => ({ a: [{ b: ["c".repeat(width - 4)] }] })],
  ["empty ones", () => ({ a: [], b: {}, c: [{}, []], d: null, e: "" })],
])("%s is laid out as prettier does it", async (_, make) => {
  for (const width of widths) {
    const value = make(width);
    const text = `${printJson(Object.entries(value), prettierLayout)}\n`;
    expect(text).toBe(
      await format(JSON.stringify(value, undefined, 2), { parser: "json" }),
    );
    expect(JSON.parse(text)).toEqual(value);
  }
});

test("keys keep their order unless they are to be sorted", () => {
  const entries = [
    ["b", { d: 1, c: 2, __proto__: null }],
    ["a", 0],
  ] as const;
  const keys = (text: string): string[] => text.match(/[a-d](?=")/g) ?? [];
  expect(keys(printJson(entries, { indent: 2 }))).toEqual(["b", "d", "c", "a"]);
  expect(keys(printJson(entries, { indent: 2, sorted: true }))).toEqual([
    "b",
    "c",
    "d",
    "a",
  ]);
});
