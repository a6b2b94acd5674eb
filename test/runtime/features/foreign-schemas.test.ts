import { Ajv2020 } from "ajv/dist/2020.js";
import { Ajv, type Options } from "ajv";
import { describe, expect, test } from "vitest";
import { fromAjv } from "../../../src/runtime/registry/ajv.ts";
import type { JsonObject } from "../../../src/runtime/protocol/message.ts";

// As it is when nobody gives it options, but for what it would print.
const logger = false;

interface Judged {
  readonly unchecked: readonly string[];
  /** Whether a value fits; undefined where that goes unchecked. */
  fits(value: unknown): boolean;
}

/** What becomes of a schema that a server wrote. */
function judge(schema: object, options: Options = {}): Judged {
  const unchecked: string[] = [];
  const validator = fromAjv(new Ajv2020({ logger, ...options }));
  const check = validator.compile(JSON.parse(JSON.stringify(schema)), {
    isForeign: true,
    onUnchecked: (part) => unchecked.push(part),
  });
  return { unchecked, fits: (value) => check(value) === undefined };
}

function many<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function named<Item>(count: number, make: (index: number) => Item): object {
  return Object.fromEntries(
    many(count, (index) => [`p${index}`, make(index)] as const),
  );
}

function nested(depth: number): JsonObject {
  let value: JsonObject = {};
  for (let level = 0; level < depth; level++) value = { next: value };
  return value;
}

/** A name as a reference can have it, in one way of 64. */
function spelled(way: number): string {
  const letters = [..."abcdef"].map((letter, bit) =>
    way & (1 << bit) ? `%${letter.charCodeAt(0).toString(16)}` : letter,
  );
  return letters.join("");
}

const steps = "it takes more than 2000000 steps to check";

/** Each would keep a client busy for seconds, or for ever. */
describe("a check of a server's takes a moment, or is not made:", () => {
  const doubling = Object.fromEntries(
    many(60, (level) => {
      const $ref = `#/$defs/d${level + 1}`;
      return [`d${level}`, { allOf: [{ $ref }, { $ref }] }] as const;
    }),
  );
  const text = (pattern: string): object => ({
    properties: { a: { type: "string", pattern } },
  });
  test.each<[string, object, unknown]>([
    ["nested repeats", text("^(a+)+$"), { a: `${"a".repeat(50)}!` }],
    ["alternatives alike", text("^(a|a)*$"), { a: `${"a".repeat(50)}!` }],
    ["repeats in a row", text("a*a*a*b"), { a: "a".repeat(100_000) }],
    ["a search from each place", text("a+b"), { a: "a".repeat(500_000) }],
    ["looking ahead", text("^(?=(a+)+$)"), { a: `${"a".repeat(50)}!` }],
    [
      "names that have a pattern",
      { patternProperties: { "^(a|a)*$": {} } },
      { [`${"a".repeat(50)}!`]: 1 },
    ],
    [
      "names as texts",
      { propertyNames: { pattern: "^(a|a)*$" } },
      { [`${"a".repeat(50)}!`]: 1 },
    ],
    [
      "items that differ",
      { uniqueItems: true },
      many(100_000, (index) => ({ index })),
    ],
    [
      "large items that differ late",
      { uniqueItems: true },
      many(1_000, (index) => [...many(1_000, () => 0), index]),
    ],
    [
      "references that double",
      { $ref: "#/$defs/d0", $defs: { ...doubling, d60: { type: "string" } } },
      "a",
    ],
    [
      "alternatives at each level of the value",
      {
        anyOf: [
          { properties: { next: { $ref: "#" }, a: {} }, required: ["a"] },
          { properties: { next: { $ref: "#" }, b: {} }, required: ["b"] },
        ],
      },
      nested(60),
    ],
    [
      "a dynamic reference that doubles",
      {
        $dynamicAnchor: "node",
        allOf: many(2, () => ({
          properties: { next: { $dynamicRef: "#node" } },
        })),
      },
      nested(60),
    ],
    [
      "a long text measured often",
      { allOf: many(500, (index) => ({ maxLength: 1e9 + index })) },
      "a".repeat(1_000_000),
    ],
    [
      "items within items",
      { contains: { contains: { contains: { const: 1 } } } },
      many(100, () => many(100, () => many(100, () => many(5, () => 0)))),
    ],
    [
      "many objects to compare",
      { items: { enum: many(400, (index) => ({ index })) } },
      many(100_000, () => ({ index: -1 })),
    ],
  ])("%s", (_, schema, value) => {
    const { unchecked, fits } = judge(schema);
    expect(unchecked).toEqual([]);
    expect(() => fits(value)).toThrow(steps);
  });

  test.each<[string, object, unknown]>([
    ["itself", { $ref: "#" }, 1],
    ["itself twice", { allOf: [{ $ref: "#" }, { $ref: "#" }] }, 1],
    ["a value of great depth", { properties: { next: { $ref: "#" } } }, null],
  ])("%s", (_, schema, value) => {
    const { fits } = judge(schema);
    expect(() => fits(value ?? nested(50_000))).toThrow("too deep to check");
  });

  test.each<[string, object]>([
    ["many parts", { properties: named(3_000, () => ({})) }],
    [
      "a part that is put in many places",
      {
        $defs: { part: { properties: named(200, () => ({ type: "null" })) } },
        allOf: many(200, () => ({ $ref: "#/$defs/part" })),
      },
    ],
    [
      "a part that has many names",
      {
        $defs: {
          abcdef: { anyOf: many(60, () => ({ $ref: "#/$defs/b" })) },
          b: {},
        },
        allOf: many(64, (index) => ({ $ref: `#/$defs/${spelled(index)}` })),
      },
    ],
    [
      "what is left over by many",
      {
        unevaluatedProperties: false,
        allOf: many(250, (index) => ({ properties: { [`p${index}`]: true } })),
      },
    ],
    ["long texts", { enum: ["a".repeat(200_000)] }],
  ])("the schema has %s", (_, schema) => {
    expect(() => judge(schema)).toThrow(/^it (has more|is longer) than \d+/);
  });

  test("every error of many items", () => {
    const $defs = { one: { type: "number", not: { $ref: "#/$defs/two" } } };
    const schema = {
      items: { $ref: "#/$defs/one" },
      $defs: { ...$defs, two: false },
    };
    const { fits } = judge(schema, { allErrors: true });
    expect(() => fits(many(100_000, () => "a"))).toThrow(steps);
  });
});

describe("what is sound is checked:", () => {
  test.each<[string, string, string[], string[]]>([
    ["a row of letters", "^[a-z]+$", ["abc"], ["", "a1", "A"]],
    ["anywhere", "b", ["abc", "b"], ["", "ac"]],
    ["alternatives", "^(?:a|bc)$", ["a", "bc"], ["b", "abc"]],
    ["how often", "^a{2,3}b?$", ["aa", "aaab"], ["a", "aaaa", "aabb"]],
    ["lazy", "^a+?b*?c$", ["ac", "aabc"], ["c", "ab"]],
    ["what follows", "^(?!.*\\.\\.)(?=a).+$", ["a.b"], ["a..b", "b"]],
    ["words", "\\bis\\b", ["it is so"], ["this", "isle"]],
    ["no end of a word", "s\\B", ["isle"], ["is"]],
    ["signs", "^\\p{L}[\\d\\-\\]]\\u0041\\x42\\.$", ["é-AB."], ["1-AB."]],
    ["large signs", "^.\\u{1F600}\\uD83D\\uDE00$", ["😀😀😀"], ["😀"]],
    ["groups in groups", "^(?<a>(?:x(y|z))*)!$", ["xyxz!", "!"], ["xx!"]],
    ["empty rounds", "^(?:a?)*b$", ["aab", "b"], ["ac"]],
  ])("a pattern with %s", (_, pattern, fitting, others) => {
    const { fits, unchecked } = judge({ items: { pattern } });
    for (const text of fitting) expect.soft(fits([text])).toBe(true);
    for (const text of others) expect.soft(fits([text])).toBe(false);
    const names = judge({
      patternProperties: { [pattern]: { type: "null" } },
    });
    // What has the name is looked at, and nothing else.
    for (const text of fitting)
      expect.soft(names.fits({ [text]: 1 })).toBe(false);
    for (const text of others)
      expect.soft(names.fits({ [text]: 1 })).toBe(true);
    expect([unchecked, names.unchecked]).toEqual([[], []]);
  });

  test("by keywords whose values are of names, or of their own kind", () => {
    const logger = false;
    const ajv = new Ajv2020({ logger, strict: false, $data: true });
    ajv.addKeyword({
      keyword: "between",
      validate: ({ least }: { least: number }, value: number) => value >= least,
    });
    const unchecked: string[] = [];
    const check = fromAjv(ajv).compile(
      {
        $vocabulary: { "https://example.com/words": false },
        dependentRequired: { unit: ["size"], default: ["unit"] },
        properties: {
          size: { between: { least: 2 } },
          most: { maximum: { $data: "1/size" } },
        },
      },
      { isForeign: true, onUnchecked: (part) => unchecked.push(part) },
    );
    const fits = (value: object) => check(value) === undefined;
    expect(fits({ unit: "m", size: 3, most: 3 })).toBe(true);
    expect(fits({ unit: "m" })).toBe(false);
    expect(fits({ default: 1 })).toBe(false);
    expect(fits({ size: 1 })).toBe(false);
    expect(fits({ size: 3, most: 4 })).toBe(false);
    expect(unchecked).toEqual([]);
    // What another part is left unchecked for changes nothing of it.
    const { fits: also } = judge({ dependentRequired: { a: ["b"] }, "x-a": 1 });
    expect([also({ a: 1 }), also({ a: 1, b: 1 })]).toEqual([false, true]);
  });

  test("large results of a sound schema", () => {
    const one = {
      type: "object",
      properties: {
        id: { type: "integer" },
        name: { type: "string", pattern: "^[a-z]+$" },
      },
      required: ["id"],
      additionalProperties: false,
    };
    const { fits } = judge({
      type: "array",
      items: { $ref: "#/$defs/one" },
      $defs: { one },
    });
    const rows = many(5_000, (id) => ({ id, name: "abc" }));
    expect(fits(rows)).toBe(true);
    expect(fits([...rows, { name: "abc" }])).toBe(false);
    expect(judge({ pattern: "^[a-z]+$" }).fits("a".repeat(100_000))).toBe(true);
    const numbers = { items: { type: "number" }, uniqueItems: true };
    expect(judge(numbers).fits(many(50_000, (index) => index))).toBe(true);
  });
});

describe("a pattern that cannot be bounded", () => {
  test.each([
    ["no regular expression", "("],
    ["looks back", "(?<=a)b"],
    ["refers back", "(a)\\1"],
    ["too long", "a".repeat(5_001)],
  ])("goes unchecked, and the rest does not: %s", (reason, pattern) => {
    const { unchecked, fits } = judge({
      properties: { a: { type: "string", pattern }, b: { type: "number" } },
      patternProperties: { [pattern]: {} },
      additionalProperties: false,
    });
    expect(unchecked).toEqual([
      expect.stringContaining(reason),
      expect.stringContaining(reason),
    ]);
    expect(fits({ a: "no", other: 1 })).toBe(true);
    expect(fits({ a: 1 })).toBe(false);
    expect(fits({ b: "no" })).toBe(false);
  });

  test.each(["not", "if"])(
    "leaves the schema unchecked where less would refuse more: %s",
    (keyword) => {
      const schema = { [keyword]: { pattern: "(?<=a)b" }, then: false };
      expect(() => judge(schema)).toThrow("cannot be checked");
    },
  );
});

test("what a server calls its schemas is no business of others", () => {
  const ajv = new Ajv2020({ logger });
  const compile = (schema: JsonObject): unknown =>
    fromAjv(ajv).compile(schema, { isForeign: true });
  const $id = "https://example.com/one";
  ajv.addSchema({ $id, type: "boolean" });
  compile({ $id, type: "string" });
  compile({ $id, type: "number" });
  expect(ajv.validate($id, true)).toBe(true);
  const inner = { properties: { a: { $id, type: "string" } } };
  expect(() => compile(inner)).toThrow("a part of it has an $id of its own");
});

test("schemas of servers are not kept by ajv", () => {
  const ajv = new Ajv({ logger });
  const kept = new Set<unknown>();
  const { compile, removeSchema } = ajv;
  ajv.compile = ((schema: object) => {
    kept.add(schema);
    return compile.call(ajv, schema);
  }) as typeof compile;
  ajv.removeSchema = (schema) => {
    kept.delete(schema);
    return removeSchema.call(ajv, schema);
  };
  fromAjv(ajv).compile({ type: "string" }, { isForeign: true });
  expect(kept.size).toBe(0);
});

test("a schema cannot make its check wait, and may refer to what is no keyword", () => {
  const { fits, unchecked } = judge(
    {
      $async: true,
      id: "a",
      $ref: "#/components/a%20b",
      components: { "a b": { type: "number" } },
    },
    { strict: false },
  );
  expect(unchecked).toEqual(['keyword "$async"', 'keyword "id"']);
  expect([fits(1), fits("a")]).toEqual([true, false]);
});
