import { describe, expect, it } from "vitest";
import { accepts, readSchema } from "../../../src/schema/json-schema/index.ts";

const d4 = "http://json-schema.org/draft-04/schema#";
const d6 = "http://json-schema.org/draft-06/schema#";
const d7 = "http://json-schema.org/draft-07/schema#";
const d19 = "https://json-schema.org/draft/2019-09/schema";
const d20 = "https://json-schema.org/draft/2020-12/schema";

const text = { type: "string" } as const;
const number = { type: "number" } as const;
const never = { not: {} };

const rootOf = (schema: unknown) => readSchema(schema).root;

describe("what a dialect says", () => {
  it.each([
    ["an item by its place", { items: [text], additionalItems: number }],
    ["what has to be there", { dependencies: { a: ["b"], c: text } }],
    ["a limit that is excluded", { minimum: 3, exclusiveMinimum: true }],
  ])("%s: as old dialects write it, in those and in the wild", (_, schema) => {
    const normal = {
      items: { prefixItems: [text], items: number },
      dependencies: {
        dependentRequired: { a: ["b"] },
        dependentSchemas: { c: text },
      },
      minimum: { exclusiveMinimum: 3 },
    }[Object.keys(schema)[0] ?? ""];
    expect(rootOf(schema)).toEqual(normal);
    for (const $schema of [d4, d6, d7, d19, d20])
      expect(rootOf({ $schema, ...schema })).toEqual(normal);
  });

  it.each([
    ["const", { const: 1 }, d6, d4],
    ["contains", { contains: text }, d6, d4],
    ["propertyNames", { propertyNames: text }, d6, d4],
    ["if", { if: text, then: never }, d7, d6],
    ["dependentRequired", { dependentRequired: { a: ["b"] } }, d19, d7],
    ["dependentSchemas", { dependentSchemas: { a: never } }, d19, d7],
    ["maxContains", { contains: {}, maxContains: 1 }, d19, undefined],
    ["unevaluatedProperties", { unevaluatedProperties: never }, d19, d7],
    ["unevaluatedItems", { unevaluatedItems: never }, d19, d7],
    ["prefixItems", { prefixItems: [text] }, d20, d19],
  ])("%s is a keyword since it is one", (_, schema, since, before) => {
    expect(rootOf({ $schema: since, ...schema })).toEqual(schema);
    expect(rootOf(schema)).toEqual(schema);
    if (before) expect(rootOf({ $schema: before, ...schema })).toEqual({});
  });

  it("hides what is beside a reference until draft-07", () => {
    const schema = {
      $ref: "#/definitions/a",
      maxLength: 3,
      description: "D",
      definitions: { a: text },
    };
    const hidden = { $ref: "#/$defs/a", description: "D" };
    for (const $schema of [d4, d6, d7])
      expect(rootOf({ $schema, ...schema })).toEqual(hidden);
    for (const $schema of [d19, d20])
      expect(rootOf({ $schema, ...schema })).toEqual({
        ...hidden,
        maxLength: 3,
      });
  });

  it("evaluates the items that contains finds since 2020-12", () => {
    const schema = { contains: number, unevaluatedItems: text };
    const before = readSchema({ $schema: d19, ...schema });
    expect(accepts(before, [1])).toBe(false);
    expect(accepts(before, ["a"])).toBe(false);
    expect(accepts(readSchema(schema), [1, "a"])).toBe(true);
    const bounded = { ...schema, unevaluatedItems: {}, maxContains: 1 };
    const limited = readSchema({ $schema: d19, ...bounded });
    expect([[1], [1, 2]].map((one) => accepts(limited, one))).toEqual([
      true,
      false,
    ]);
  });

  it("is that of an embedded schema which names its own", () => {
    const embedded = { $schema: d7, $id: "https://a.test/b", items: [text] };
    const schema = {
      $schema: d4,
      properties: { a: { const: 1 }, b: { ...embedded, const: 1 } },
    };
    expect(rootOf(schema).properties).toEqual({
      a: {},
      b: { prefixItems: [text], const: 1 },
    });
  });

  it("may be spelled as people do", () => {
    for (const $schema of [
      "https://json-schema.org/draft-04/schema",
      "http://json-schema.org/draft-04/schema",
    ])
      expect(rootOf({ $schema, const: 1 })).toEqual({});
    for (const $schema of [
      "http://json-schema.org/schema#",
      "https://json-schema.org/draft/2020-12/schema#",
      "https://spec.openapis.org/oas/3.1/dialect/base",
    ])
      expect(rootOf({ $schema, const: 1 })).toEqual({ const: 1 });
  });
});

describe("what servers write in no dialect", () => {
  it("has an id, which references may name, and which changes no other", () => {
    const document = readSchema({
      id: "https://a.test/root",
      properties: {
        a: { $ref: "#name" },
        b: { id: "part", $ref: "#/definitions/c" },
        d: { $ref: "other.json" },
      },
      definitions: {
        c: { id: "#name", ...text },
        e: { id: "other.json", ...number },
      },
    });
    expect(accepts(document, { a: "x", b: "x", d: 1 })).toBe(true);
    for (const value of [{ a: 1 }, { b: 1 }, { d: "x" }])
      expect(accepts(document, value)).toBe(false);
  });

  it("has null or an empty list where nothing is meant", () => {
    const schema = {
      type: "object",
      properties: [],
      required: null,
      patternProperties: {},
      enum: null,
      items: null,
      allOf: [],
      $defs: [],
      additionalProperties: null,
    };
    expect(rootOf(schema)).toEqual({ type: "object" });
    expect(rootOf({ properties: { a: [] } })).toEqual({
      properties: { a: {} },
    });
  });
});
