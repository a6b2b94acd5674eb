import { describe, expect, test } from "vitest";
import { withinSchema } from "../../../src/contracts/compare/schemas/relation/index.ts";
import { readSchema } from "../../../src/schema/json-schema/index.ts";
import { judgeChanges, judgeRandom } from "./random-relations.ts";
import type { Written } from "./random-schemas.ts";
import { object } from "./snapshots.ts";
import { seed } from "../../support/random.ts";

const string = { type: "string" };
const closed = { additionalProperties: false };
const list = (name: string, more: object) => ({
  $ref: `#/$defs/${name}`,
  $defs: { [name]: { ...more, items: { $ref: `#/$defs/${name}` } } },
});
const kinds = (...all: string[]) =>
  all.map((kind) => object({ kind: { const: kind } }, "kind"));
/** What comes with `a: 1` and is nothing else's. */
const besides = {
  properties: { a: {} },
  if: { properties: { a: { const: 1 } }, required: ["a"] },
  then: { properties: { b: {} } },
  unevaluatedProperties: false,
};

/** Two schemas, and whether the values of each are among those of the other. */
const cases: readonly (readonly [Written, Written, boolean, boolean])[] = [
  [false, true, true, false],
  [{ const: 1 }, { enum: [1, 2] }, true, false],
  [{ type: "boolean" }, { enum: [true, false] }, true, true],
  [{ type: "integer" }, { type: "number", multipleOf: 1 }, true, true],
  [
    { type: ["string", "null"] },
    { anyOf: [{ type: "null" }, string] },
    true,
    true,
  ],
  [{ not: { type: "string" } }, { not: { const: "a" } }, true, false],
  [{ minimum: 1, type: "integer" }, { exclusiveMinimum: 0 }, true, false],
  // What stands inside of itself, and ends somewhere else.
  [list("A", { type: "array" }), list("B", { type: "array" }), true, true],
  [
    list("A", { type: "array", maxItems: 1 }),
    list("B", { type: "array", maxItems: 2 }),
    true,
    false,
  ],
  // One of several, told apart by a field.
  [{ oneOf: kinds("a", "b") }, { oneOf: kinds("a", "b", "c") }, true, false],
  [{ oneOf: kinds("a", "b") }, { anyOf: kinds("b", "a") }, true, true],
  [
    object({ kind: { enum: ["a", "b"] } }, "kind"),
    { anyOf: kinds("a", "b") },
    true,
    true,
  ],
  // Only what is evaluated by all that holds may be there.
  [{ ...object({ a: { const: 2 } }, "a"), ...closed }, besides, true, false],
  [
    { ...object({ a: { const: 2 }, b: string }, "a", "b"), ...closed },
    besides,
    false,
    false,
  ],
  [
    { allOf: [object({ a: string })], unevaluatedProperties: false },
    { ...object({ a: string }), ...closed },
    true,
    true,
  ],
  [
    { prefixItems: [string], items: false },
    { type: "array", items: string, maxItems: 1 },
    false,
    true,
  ],
  [
    { if: { type: "string" }, then: { minLength: 1 } },
    { anyOf: [{ not: string }, { minLength: 1 }] },
    true,
    true,
  ],
  [
    { type: "array", contains: { const: 1 }, minItems: 3 },
    { type: "array", contains: { type: "number" }, minItems: 1 },
    true,
    false,
  ],
  [
    { ...object({ a: {} }, "a"), dependentRequired: { a: ["b"] } },
    object({}, "b"),
    true,
    false,
  ],
  [
    { type: "object", patternProperties: { "^x-": string } },
    object({ "x-a": string }),
    true,
    false,
  ],
  [
    { ...object({ a: {}, b: {} }), ...closed },
    { type: "object", maxProperties: 2, propertyNames: { enum: ["a", "b"] } },
    true,
    false,
  ],
];

describe("what is proven", () => {
  test.each(cases)("of %j and %j", (one, other, isWithin, isAround) => {
    const [left, right] = [readSchema(one), readSchema(other)];
    expect(withinSchema(left, right)).toBe(isWithin);
    expect(withinSchema(right, left)).toBe(isAround);
  });

  test("a proof that would take too long is given up", () => {
    const union = (names: string[]) => ({
      allOf: names.map((name) => ({
        anyOf: [0, 1, 2, 3].map((at) =>
          object({ [name]: { const: at } }, name),
        ),
      })),
    });
    const names = Array.from({ length: 12 }, (_, at) => `p${at}`);
    const [from, to] = [union(names), union(names.map((one) => `${one}x`))];
    expect(withinSchema(readSchema(from), readSchema(to))).toBe(false);
  });
});

/** A fifth of random pairs are proven: that at most one of so many is has a chance of 10^-6. */
const many = 80;

test(`what is proven is so, of random schemas (MCP_GEN_SEED=${seed})`, () => {
  const { proven, refuted } = judgeRandom(many);
  expect(proven).toBeGreaterThan(1);
  expect(refuted).toBeGreaterThan(1);
});

test(`what is told to break nobody does not, of random schemas (MCP_GEN_SEED=${seed})`, () => {
  const { fine, grave } = judgeChanges(many);
  expect(fine).toBeGreaterThan(1);
  expect(grave).toBeGreaterThan(1);
});
