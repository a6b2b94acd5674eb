import { format } from "prettier";
import { expect, test } from "vitest";
import {
  prettierLayout,
  printJson,
  printJsonExpression,
} from "../../src/emit/print/json.ts";
import { fc } from "../support/random.ts";

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

test.each<[string, (width: number) => unknown]>([
  ["a list", (width) => ({ a: ["b".repeat(width)] })],
  [
    "a text",
    (width) => ({ abcde: "b".repeat(width), type: "c".repeat(width) }),
  ],
  ["a text in a list", (width) => ["b".repeat(width), "'\"\n"]],
  [
    "numbers",
    (width) => ({ a: Array.from({ length: width }, (_, n) => n * n - 50) }),
  ],
  ["names", (width) => ({ "a-b": [{ "1": "c".repeat(width) }], $ref: "#" })],
  [
    "what is wider or narrower than a letter",
    (width) => ({
      hanzi: `${"天".repeat(30)}${"b".repeat(width - 60)}`,
      emoji: `${"🌧".repeat(30)}${"❄️🌡".repeat(width - 66)}`,
      accents: `${"e\u0301".repeat(width - 12)}`,
      한국어: ["날씨".repeat(14), "b".repeat(width - 58)],
    }),
  ],
  ["what is no more than that", () => [[], {}, [{}, []], null, true, 1e21]],
])("%s is laid out in code as prettier does it", async (_, make) => {
  for (const width of widths) {
    const value = make(width);
    const text = `const a =\n  // What keeps its place.\n  ${printJsonExpression(value, "  ")};\n`;
    expect(text).toBe(await format(text, { parser: "babel-ts" }));
    expect(evaluate(printJsonExpression(value, ""))).toEqual(value);
  }
});

test("any JSON value is itself in code", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const plain: unknown = JSON.parse(JSON.stringify(value));
      expect(evaluate(printJsonExpression(plain, ""))).toEqual(plain);
    }),
  );
  const hostile: unknown = JSON.parse('{"__proto__": {"a": 1}, "b": "\u2028"}');
  const read = evaluate(printJsonExpression(hostile, ""));
  expect(JSON.stringify(read)).toBe(JSON.stringify(hostile));
});

/** What code stands for. */
function evaluate(code: string): unknown {
  return new Function(`return ${code}`)();
}
