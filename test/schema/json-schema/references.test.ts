import { describe, expect, it } from "vitest";
import {
  accepts,
  readSchema,
  resolve,
  SchemaError,
} from "../../../src/schema/json-schema/index.ts";

const text = { type: "string" } as const;
const number = { type: "number" } as const;

/** What the property `a` refers to. */
function targetOf(schema: object) {
  const document = readSchema(schema);
  return resolve(document, document.root.properties?.["a"]?.$ref ?? "");
}

/** The error that a schema is refused with. */
function refusal(schema: unknown): SchemaError {
  try {
    readSchema(schema);
  } catch (error) {
    if (error instanceof SchemaError) return error;
  }
  throw new Error("it was read");
}

describe("a reference", () => {
  const properties = (reference: string) => ({
    properties: { a: { $ref: reference } },
  });

  it.each([
    ["a definition", "#/$defs/x", { $defs: { x: text } }],
    ["escapes", "#/$defs/a~1b~0c%25%22", { $defs: { 'a/b~c%"': text } }],
    ["nothing", "#/$defs/", { $defs: { "": text } }],
    [
      "__proto__",
      "#/$defs/__proto__",
      JSON.parse('{"$defs":{"__proto__":{"type":"string"}}}'),
    ],
    ["constructor", "#/$defs/constructor", { $defs: { constructor: text } }],
    ["an item", "#/items/anyOf/1", { items: { anyOf: [number, text] } }],
    ["an unknown keyword", "#/x-types/0/y", { "x-types": [{ y: text }] }],
    ["an anchor", "#here", { $defs: { x: { $anchor: "here", ...text } } }],
    [
      "what has an address of its own",
      "x.json#/$defs/y",
      {
        $id: "https://a.test/root.json",
        $defs: { x: { $id: "x.json", $defs: { y: text } } },
      },
    ],
    [
      "what is relative to an address within",
      "urn:x:b",
      {
        $defs: { x: { $id: "urn:x:b", $ref: "#/$defs/y", $defs: { y: text } } },
      },
    ],
  ])("leads to %s", (_, reference, more: object) => {
    const document = readSchema({ ...properties(reference), ...more });
    expect(accepts(document, { a: "x" })).toBe(true);
    expect(accepts(document, { a: 1 })).toBe(false);
  });

  it("leads to one definition from wherever", () => {
    const document = readSchema({
      items: { anyOf: [{ $ref: "#/$defs/x" }, { $ref: "#/%24defs/x" }] },
      $defs: { x: { items: { $ref: "#/$defs/x" } } },
    });
    expect([...document.definitions.keys()]).toEqual(["x"]);
  });

  it("gives each definition a name of its own, by the last key", () => {
    const document = readSchema({
      anyOf: [
        { $ref: "#/$defs/x" },
        { $ref: "#/$defs/y/$defs/x" },
        { $ref: "#/$defs/y/prefixItems/0" },
      ],
      $defs: {
        x: text,
        y: { $defs: { x: number }, prefixItems: [{ const: 1 }] },
      },
    });
    expect([...document.definitions]).toEqual([
      ["x", text],
      ["x-2", number],
      ["prefixItems-0", { const: 1 }],
    ]);
  });

  it("names what half a pair of surrogates names, too", () => {
    const name = "\ud800";
    const schema = { $ref: `#/$defs/${name}`, $defs: { [name]: text } };
    expect(accepts(readSchema(schema), 1)).toBe(false);
  });

  it("is no reference in an enum, a const, a default or as a property", () => {
    const value = { $ref: "https://a.test/x" };
    for (const schema of [
      { enum: [value] },
      { const: value },
      { default: value },
      { examples: [value] },
      { "x-own": value },
    ])
      expect(readSchema(schema).definitions.size).toBe(0);
    const schema = { properties: { $ref: text } };
    expect(readSchema(schema).root).toEqual(schema);
  });

  it("is not followed out of the schema", () => {
    for (const reference of [
      "https://a.test/schema.json",
      "other.json",
      "file:///etc/passwd#/a",
      "https://json-schema.org/draft/2020-12/schema",
    ]) {
      const error = refusal(properties(reference));
      expect(error.code).toBe("remote-reference");
      expect(error.path).toEqual(["properties", "a", "$ref"]);
      expect(error.message).toContain(`#/properties/a/$ref: `);
      expect(error.message).toContain(reference);
    }
  });

  it("is told where it leads to nothing, with what is near", () => {
    const error = refusal({
      ...properties("#/$defs/Forcast"),
      $defs: { Forecast: text },
    });
    expect(error.code).toBe("missing-reference");
    expect(error.hint).toBe('did you mean "Forecast"?');
    for (const reference of [
      "#/$defs/toString",
      "#nowhere",
      "#/x-list/length",
      "#/x-list/1",
      "#/x-list/00",
      "#/properties/a/$ref/0",
    ])
      expect(refusal({ ...properties(reference), "x-list": [{}] }).code).toBe(
        "missing-reference",
      );
  });

  it.each([
    ["itself", { $ref: "#" }],
    ["itself by way of others", { allOf: [{ anyOf: [text, { $ref: "#" }] }] }],
    ["itself in a condition", { if: { $ref: "#" } }],
    [
      "what leads back",
      {
        items: { $ref: "#/$defs/a" },
        $defs: { a: { $ref: "#/$defs/b" }, b: { not: { $ref: "#/$defs/a" } } },
      },
    ],
  ])("that leads to %s for the same value is refused", (_, schema) => {
    expect(refusal(schema).code).toBe("endless-reference");
  });

  it("may lead to itself for a part of the value", () => {
    const document = readSchema({
      type: "object",
      additionalProperties: { $ref: "#" },
    });
    expect(accepts(document, { a: { b: {} } })).toBe(true);
    expect(accepts(document, { a: { b: 1 } })).toBe(false);
  });
});

describe("a dynamic reference", () => {
  it("leads to its only target", () => {
    const schema = {
      properties: { a: { $dynamicRef: "#x" } },
      $defs: { x: { $dynamicAnchor: "x", ...text } },
    };
    expect(targetOf(schema)).toEqual(text);
  });

  it("leads to what was entered first, in each place of its own", () => {
    const document = readSchema({
      properties: { texts: { $ref: "texts" }, numbers: { $ref: "numbers" } },
      $defs: {
        list: {
          $id: "list",
          items: { $dynamicRef: "#item" },
          $defs: { any: { $dynamicAnchor: "item" } },
        },
        texts: {
          $id: "texts",
          $ref: "list",
          $defs: { item: { $dynamicAnchor: "item", ...text } },
        },
        numbers: {
          $id: "numbers",
          $ref: "list",
          $defs: { item: { $dynamicAnchor: "item", ...number } },
        },
      },
    });
    expect(accepts(document, { texts: ["a"], numbers: [1] })).toBe(true);
    expect(accepts(document, { texts: [1] })).toBe(false);
    expect(accepts(document, { numbers: ["a"] })).toBe(false);
  });

  it("of 2019-09 leads to the whole that was entered first", () => {
    const tree = {
      $id: "tree",
      $recursiveAnchor: true,
      properties: { children: { items: { $recursiveRef: "#" } } },
    };
    const schema = {
      $schema: "https://json-schema.org/draft/2019-09/schema",
      $id: "https://a.test/strict",
      $recursiveAnchor: true,
      $ref: "tree",
      unevaluatedProperties: false,
      $defs: { tree },
    };
    const misspelled = { children: [{ childen: [] }] };
    expect(accepts(readSchema(schema), misspelled)).toBe(false);
    expect(accepts(readSchema(schema), { children: [{}] })).toBe(true);
    const lax = { ...schema, $recursiveAnchor: false };
    expect(accepts(readSchema(lax), misspelled)).toBe(true);
  });
});
