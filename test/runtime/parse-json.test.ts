import { afterEach, describe, expect, test, vi } from "vitest";
import {
  checkJson,
  checkValue,
  JsonLimitError,
  parseJson,
  type JsonLimits,
} from "../../src/runtime/protocol/validation/parse-json.ts";
import { fc } from "../support/random.ts";

afterEach(() => void vi.restoreAllMocks());

const wide = { maxDepth: 1_000, maxValues: 1_000_000 };

/** The message of the error that a check throws, or undefined. */
function problem(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(JsonLimitError);
    return (error as JsonLimitError).message;
  }
}

/** Parses a text, and checks its value, within limits that both have to judge alike. */
function judge(text: string, limits: Partial<JsonLimits>): string | undefined {
  const all = { ...wide, ...limits };
  const value: unknown = JSON.parse(text);
  const said = problem(() => parseJson(text, all));
  const isEarly = problem(() => checkValue(value, all)) !== undefined;
  expect(isEarly).toBe(said !== undefined);
  return said;
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function valuesOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce(
    (sum: number, one) => sum + valuesOf(one),
    1,
  );
}

const nested = (depth: number, inner = ""): string =>
  `${'{"a":['.repeat(depth)}${inner}${"]}".repeat(depth)}`;

describe("depth", () => {
  test.each<[string, number]>([
    ["1", 0],
    ["[]", 1],
    ["{}", 1],
    ["[[],[],[[]]]", 3],
    [nested(4), 8],
    [nested(4, '"[[[["'), 8],
    [nested(4, '"\\"[[[[\\\\"'), 8],
    [`[${'{"a":[]},'.repeat(100)}{}]`, 3],
    [`{"${"[".repeat(300)}":"${"{".repeat(300)}"}`, 1],
  ])("of %j", (text, depth) => {
    expect(judge(text, { maxDepth: depth })).toBeUndefined();
    if (depth > 0)
      expect(judge(text, { maxDepth: depth - 1 })).toBe(
        `is nested deeper than ${depth - 1} (option maxDepth)`,
      );
  });

  test("of text without an end", () => {
    const limits = { ...wide, maxDepth: 256 };
    const deep = /deeper than 256/;
    expect(problem(() => checkJson("[".repeat(10_000), limits))).toMatch(deep);
    expect(problem(() => checkJson('["'.repeat(10_000), limits))).toMatch(deep);
    const open = `${"[".repeat(100)}"${"\\".repeat(1_001)}`;
    expect(problem(() => checkJson(open, limits))).toBeUndefined();
  });
});

describe("values", () => {
  test.each<[string, number]>([
    ["1", 1],
    ["[]", 1],
    ["[ \n]", 1],
    ["{ }", 1],
    ["[{},{}]", 3],
    ["[1,2]", 3],
    ['{"a":{"b":[]},"c":""}', 4],
    ['{"a,[{":",,,[[["}', 2],
    ['["\\",[","\\\\",[]]', 4],
    [`["${",".repeat(100)}\\"${"[".repeat(100)}",1]`, 3],
    [`["${"x".repeat(100)}\\\\",[1]]`, 4],
    ['{"a":1,"a":2,"a":3}', 4],
    ["[-1.5e-3,true,false,null]", 5],
  ])("of %j", (text, values) => {
    const limits = { ...wide, maxValues: values };
    expect(problem(() => parseJson(text, limits))).toBeUndefined();
    if (values === 1) return;
    const less = { ...wide, maxValues: values - 1 };
    expect(problem(() => checkJson(text, less))).toBe(
      `has more than ${values - 1} values (option maxValues)`,
    );
  });
});

test("any JSON is judged by its depth and its values", () => {
  const cases = fc.tuple(
    fc.jsonValue({ maxDepth: 3, stringUnit: "binary" }),
    fc.constantFrom(undefined, 1, "\t\r"),
    fc.nat(30),
  );
  fc.assert(
    fc.property(cases, ([value, indent, longer]) => {
      const [depth, values] = [depthOf(value), valuesOf(value)];
      const long = `"${'\\"[,'.repeat(longer)}${"x".repeat(longer)}"`;
      const text = `[${long},${JSON.stringify(value, null, indent)}]`;
      const limits = { maxDepth: depth + 1, maxValues: values + 2 };
      expect(judge(text, limits)).toBeUndefined();
      expect(judge(text, { maxValues: values + 1 })).toMatch(/maxValues/);
      expect(judge(text, { maxDepth: depth })).toMatch(/maxDepth/);
    }),
    { seed: 33, numRuns: 100 },
  );
});

test("text beyond a bound is not parsed", () => {
  const parse = vi.spyOn(JSON, "parse");
  const limits = { maxDepth: 3, maxValues: 5 };
  expect(() => parseJson("[[[[]]]]", limits)).toThrow(JsonLimitError);
  expect(() => parseJson("[1,2,3,4,5]", limits)).toThrow(JsonLimitError);
  expect(parse).not.toHaveBeenCalled();
});

test("text too short to exceed a bound is not scanned", () => {
  const read = vi.spyOn(String.prototype, "charCodeAt");
  const found = vi.spyOn(String.prototype, "indexOf");
  const limits = { maxDepth: 8, maxValues: 10 };
  parseJson("[[],[],[]]".slice(0, 16), limits);
  // For a byte order mark.
  expect(read).toHaveBeenCalledTimes(1);
  expect(found).not.toHaveBeenCalled();
  parseJson("[[],[],[],[],[],[],[]]", limits);
  expect(found).toHaveBeenCalled();
});

test("long text with few brackets and commas is not scanned", () => {
  const text = JSON.stringify({ data: "x".repeat(10_000), list: [1, 2] });
  const read = vi.spyOn(String.prototype, "charCodeAt");
  expect(parseJson(text, { maxDepth: 4, maxValues: 10 })).toMatchObject({});
  expect(read).toHaveBeenCalledTimes(1);
});

test("a byte order mark is ignored, and other text is a SyntaxError", () => {
  expect(parseJson('\ufeff{"a":1}', wide)).toEqual({ a: 1 });
  expect(() => parseJson("{", wide)).toThrow(SyntaxError);
});
