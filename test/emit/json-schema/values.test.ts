import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { accepts, readSchema } from "../../../src/schema/json-schema/index.ts";
import {
  exampleOf,
  NoExampleError,
} from "../../../src/schema/json-schema/values/index.ts";
import { wildSchemas } from "../../lab/wild/wild.ts";
import { isWhole, seed as start } from "../../support/random.ts";

const seeds = [0, 1, 2, 3];

/** What each of these gives, whatever the seed, is accepted by two judges. */
const cases: readonly (readonly [title: string, schema: object | boolean])[] = [
  ["anything", true],
  ["a text within limits", { type: "string", minLength: 50, maxLength: 52 }],
  ["a pattern", { type: "string", pattern: "^[A-Z]{3}-\\d{4,6}(?:x|y)?$" }],
  [
    "a pattern with what has to follow",
    { type: "string", pattern: "^(?=.*\\d)[a-z0-9]{8,}$" },
  ],
  [
    "a pattern and limits",
    { type: "string", pattern: "^a+$", minLength: 40, maxLength: 41 },
  ],
  [
    "characters far from ASCII",
    { type: "string", pattern: "^\\p{Script=Thai}{2}$" },
  ],
  [
    "fractions that are multiples",
    { type: "number", multipleOf: 0.01, minimum: 5.005, exclusiveMaximum: 6 },
  ],
  [
    "the only multiple",
    { type: "integer", multipleOf: 7, minimum: 100, maximum: 110 },
  ],
  [
    "the only whole number between two",
    { type: "integer", exclusiveMinimum: 5, exclusiveMaximum: 7 },
  ],
  ["below a bound", { type: "number", exclusiveMaximum: -1e300 }],
  [
    "a multiple of two",
    { allOf: [{ type: "integer", multipleOf: 4 }, { multipleOf: 6 }] },
  ],
  [
    "a multiple of one alone",
    { type: "integer", oneOf: [{ multipleOf: 3 }, { multipleOf: 5 }] },
  ],
  [
    "items of which none are equal",
    {
      type: "array",
      uniqueItems: true,
      minItems: 3,
      items: { enum: [1, 2, 3] },
    },
  ],
  [
    "what is contained",
    {
      type: "array",
      contains: { const: 5 },
      minContains: 2,
      maxItems: 3,
      items: { type: "integer" },
    },
  ],
  [
    "a closed tuple",
    {
      type: "array",
      prefixItems: [{ type: "string" }, { type: "integer" }],
      items: false,
      minItems: 2,
    },
  ],
  ["another type", { not: { type: "string" } }],
  [
    "names of a form",
    {
      type: "object",
      minProperties: 3,
      propertyNames: { pattern: "^x_[a-z]+$" },
      additionalProperties: { type: "integer" },
    },
  ],
  [
    "names of patterns alone",
    {
      type: "object",
      patternProperties: { "^k\\d$": { type: "boolean" } },
      additionalProperties: false,
      minProperties: 2,
    },
  ],
  [
    "few properties",
    {
      type: "object",
      maxProperties: 1,
      properties: { a: {}, b: {}, c: {} },
      required: ["c"],
    },
  ],
  [
    "one of two properties",
    {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "integer" } },
      oneOf: [{ required: ["a"] }, { required: ["b"] }],
    },
  ],
  [
    "a condition",
    {
      type: "object",
      properties: { kind: { enum: ["x", "y"] } },
      required: ["kind"],
      if: { properties: { kind: { const: "x" } } },
      then: { required: ["p"], properties: { p: { type: "integer" } } },
      else: { required: ["q"] },
    },
  ],
  [
    "nothing that is not evaluated",
    {
      allOf: [
        {
          type: "object",
          properties: { a: { type: "integer" } },
          required: ["a"],
        },
        { properties: { b: { type: "string" } }, required: ["b"] },
      ],
      unevaluatedProperties: false,
    },
  ],
  [
    "a property that may not be there",
    { type: "object", properties: { a: {}, b: {} }, not: { required: ["a"] } },
  ],
  [
    "dependents",
    {
      type: "object",
      required: ["a"],
      dependentRequired: { a: ["b"] },
      dependentSchemas: {
        a: { required: ["c"], properties: { c: { type: "boolean" } } },
      },
    },
  ],
  [
    "names of the language's own",
    { type: "object", required: ["__proto__", "constructor", "toString"] },
  ],
  [
    "recursion that ends in one branch",
    {
      $ref: "#/$defs/tree",
      $defs: {
        tree: {
          type: "object",
          properties: {
            next: { anyOf: [{ $ref: "#/$defs/tree" }, { type: "null" }] },
            kids: { type: "array", items: { $ref: "#/$defs/tree" } },
          },
          required: ["next"],
        },
      },
    },
  ],
];

const ajv = new Ajv2020({
  strict: false,
  validateFormats: false,
  // Several of them have the same id.
  addUsedSchema: false,
});

function ajvCheck(schema: object | boolean): (value: unknown) => boolean {
  return ajv.compile(schema);
}

describe("values that are made up for a schema", () => {
  it.each(cases)("%s", (_, schema) => {
    const document = readSchema(schema);
    const check = ajvCheck(schema);
    for (const seed of seeds) {
      const value = exampleOf(document, seed);
      expect(accepts(document, value), JSON.stringify(value)).toBe(true);
      expect(check(value), JSON.stringify(value)).toBe(true);
    }
  });

  it("there are for each schema of published servers", () => {
    // `npm test` takes each in its turn.
    const every = isWhole ? 1 : 6;
    const taken = wildSchemas().filter((_, at) => (at + start) % every === 0);
    expect(taken.length).toBeGreaterThan(20);
    for (const { name, kind, schema } of taken) {
      const document = readSchema(schema);
      // To compile all of them with ajv takes longer than all else.
      const judge = kind === "output" ? ajvCheck(withoutDialect(schema)) : null;
      if (judge) expect(document.unchecked, name).toEqual([]);
      for (const seed of [0, 1]) {
        const value = exampleOf(document, seed);
        expect(accepts(document, value), name).toBe(true);
        if (judge) expect(judge(value), name).toBe(true);
      }
    }
  });

  it("are the same for the same seed, and others for another", () => {
    const document = readSchema({
      type: "array",
      minItems: 5,
      items: { type: "string" },
    });
    expect(exampleOf(document, 7)).toEqual(exampleOf(document, 7));
    expect(exampleOf(document, 7)).not.toEqual(exampleOf(document, 8));
  });

  it("are first what the schema shows, where that fits", () => {
    const shown = { type: "object", examples: [{ city: "Oslo" }], default: {} };
    expect(exampleOf(readSchema(shown), 1)).toEqual({ city: "Oslo" });
    expect(exampleOf(readSchema({ type: "integer", default: 3 }), 1)).toBe(3);
    const unfit = {
      type: "integer",
      examples: ["3"],
      default: 0.5,
      minimum: 4,
      maximum: 4,
    };
    expect(exampleOf(readSchema(unfit), 1)).toBe(4);
  });

  it("look like what a format or a name speaks of", () => {
    const document = readSchema({
      type: "object",
      properties: {
        createdAt: { type: "string" },
        home: { type: "string", format: "uri" },
        email: { type: "string" },
        id: { type: "string", format: "uuid" },
      },
    });
    for (const seed of seeds)
      expect(exampleOf(document, seed)).toEqual({
        createdAt: expect.stringMatching(/^2024-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        home: expect.stringMatching(/^https:\/\/example\.com\/[a-z]+$/),
        email: expect.stringMatching(/^[a-z]+@example\.com$/),
        id: expect.stringMatching(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/),
      });
  });

  it.each([
    ["nothing fits", false],
    [
      "no end",
      {
        $ref: "#/$defs/a",
        $defs: {
          a: {
            type: "object",
            properties: { a: { $ref: "#/$defs/a" } },
            required: ["a"],
          },
        },
      },
    ],
    ["too many items", { type: "array", minItems: 1e9 }],
    ["too many properties", { type: "object", minProperties: 1e9 }],
    ["a text without an end", { type: "string", minLength: 1e9 }],
    ["a pattern that no text has", { type: "string", pattern: "^[^\\s\\S]$" }],
    ["limits that contradict", { type: "number", minimum: 2, maximum: 1 }],
    [
      "a whole number between none",
      { type: "integer", exclusiveMinimum: 1, exclusiveMaximum: 2 },
    ],
  ])("there are none where there is %s", (_, schema) => {
    expect(() => exampleOf(readSchema(schema), 0)).toThrow(NoExampleError);
  });
});

/** What says it is of draft-07 is checked as 2020-12 here: for these, both say the same. */
function withoutDialect(schema: object): object {
  return { ...schema, $schema: undefined };
}
