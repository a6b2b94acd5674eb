import { describe, expect, it } from "vitest";
import {
  accepts,
  defaultLimits,
  readSchema,
  SchemaError,
} from "../../../src/schema/json-schema/index.ts";
import { costOf } from "../../support/cost.ts";

/** The error that a schema is refused with. */
function refusal(...args: Parameters<typeof readSchema>): SchemaError {
  try {
    readSchema(...args);
  } catch (error) {
    if (error instanceof SchemaError) return error;
    throw error;
  }
  throw new Error("it was read");
}

describe("what is no schema", () => {
  it.each<[unknown, string]>([
    [1, "#: a schema is an object, true or false"],
    [null, "#: a schema is an object"],
    [["x"], "#: a schema is an object"],
    [{ items: "x" }, "#/items: a schema is"],
    [{ type: "strng" }, '#/type: "strng" is no type of JSON Schema'],
    [{ type: ["string", 1] }, "#/type: 1 is no type"],
    [{ type: [] }, "#/type: it names no type"],
    [{ required: "a" }, "#/required: it has to be a list of names"],
    [{ required: true }, "#/required: it has to be a list of names"],
    [{ required: [1] }, "#/required: it has to be a list of names"],
    [{ minLength: -1 }, "#/minLength: it has to be a whole number, 0 or more"],
    [{ maxItems: 1.5 }, "#/maxItems: it has to be a whole number"],
    [{ minimum: "1" }, "#/minimum: it has to be a number"],
    [{ exclusiveMaximum: "1" }, "#/exclusiveMaximum: it has to be a number"],
    [{ multipleOf: 0 }, "#/multipleOf: it has to be a number above 0"],
    [{ uniqueItems: "yes" }, "#/uniqueItems: it has to be true or false"],
    [{ enum: "a" }, "#/enum: it has to be a list"],
    [{ anyOf: [] }, "#/anyOf: it has to name at least one schema"],
    [{ oneOf: {} }, "#/oneOf: it has to be a list of schemas"],
    [{ properties: 1 }, "#/properties: it has to be an object"],
    [{ properties: { "a/b": 1 } }, "#/properties/a~1b: a schema is"],
    [{ dependentRequired: { a: {} } }, "#/dependentRequired/a: it has to be"],
    [{ prefixItems: [{}], items: [{}] }, "#/items: beside prefixItems"],
    [{ pattern: 1 }, "#/pattern: a pattern is a text"],
    [{ $ref: 1 }, "#/$ref: a reference is a text"],
    [{ const: () => 1 }, "#/const: what is function is no JSON"],
    [{ maximum: Infinity }, "#/maximum: a number is too large"],
  ])("%j is refused, with the place", (schema, message) => {
    const error = refusal(schema);
    expect(error.code).toBe("invalid-schema");
    expect(error.message).toContain(message);
    expect(error.message.startsWith("#")).toBe(true);
  });

  it("is told in one line that moves no cursor", () => {
    const hostile = "\u001b[2J\n\u202e\u009b";
    for (const schema of [
      { properties: { [hostile]: 1 } },
      { type: hostile },
      { $ref: hostile },
      { $ref: "#/$defs/a", $defs: { [`a${hostile}`]: {} } },
      { $schema: hostile },
    ]) {
      const { message, hint = "" } = refusal(schema);
      expect(message + hint).not.toMatch(/[\p{Cc}\u202e]/u);
    }
    const [part] = readSchema({ pattern: `^(a+)+${hostile}` }).unchecked;
    expect(part?.part).not.toMatch(/[\p{Cc}\u202e]/u);
  });

  it("is told with what was meant", () => {
    expect(refusal({ type: "strng" }).hint).toBe('did you mean "string"?');
  });

  it("is not asked for where nothing refers to it", () => {
    const schema = { $defs: { a: { type: "strng" } }, type: "string" };
    expect(readSchema(schema).root).toEqual({ type: "string" });
  });
});

describe("a dialect", () => {
  it.each(["http://json-schema.org/draft-03/schema#", "https://a.test/own"])(
    "that is not known is refused: %s",
    ($schema) => {
      const error = refusal({ $schema });
      expect(error.code).toBe("unknown-vocabulary");
      expect(error.message).toContain($schema);
      expect(error.hint).toContain("draft-07");
      const embedded = { $defs: { a: { $id: "x", $schema } } };
      expect(refusal(embedded).path).toEqual(["$defs", "a", "$schema"]);
    },
  );

  it("that needs a $vocabulary of its own is refused, and one that does not is read", () => {
    const of = (isNeeded: boolean) => ({
      $vocabulary: {
        "https://json-schema.org/draft/2020-12/vocab/core": true,
        "https://a.test/vocab": isNeeded,
      },
    });
    expect(refusal(of(true)).code).toBe("unknown-vocabulary");
    expect(readSchema(of(false)).root).toEqual({});
  });
});

describe("what is too large", () => {
  /** Something within itself, so many times. */
  function nested(depth: number, around: (inner: object) => object): object {
    let schema: object = {};
    for (let at = 0; at < depth; at++) schema = around(schema);
    return schema;
  }

  /** Definitions that refer to the next of them, each so many times. */
  function chain(length: number, times: number) {
    const next = (at: number) =>
      Array.from({ length: times }, () => ({ $ref: `#/$defs/d${at + 1}` }));
    const names = Array.from({ length }, (_, at) => [
      `d${at}`,
      { allOf: next(at) },
    ]);
    return {
      items: { $ref: "#/$defs/d0" },
      $defs: { ...Object.fromEntries(names), [`d${length}`]: {} },
    };
  }

  const list = (length: number) => ({
    enum: Array.from({ length }, (_, at) => at),
  });

  it.each([
    ["depth", nested(5_000, (items) => ({ items }))],
    ["depth, in data", { default: nested(5_000, (a) => ({ a })) }],
    ["depth, beyond any stack", nested(1_000_000, (not) => ({ not }))],
    ["number", list(100_000)],
    ["texts", { description: "x".repeat(3_000_000) }],
    ["names", { properties: { ["x".repeat(3_000_000)]: {} } }],
    ["references, one after the other", chain(1_500, 1)],
    ["references that fan out", chain(40, 2)],
    ["references that fan out more", chain(300, 3)],
  ])("is refused: %s", (_, schema) => {
    expect(refusal(schema).code).toBe("schema-too-large");
  });

  it("is refused at once", async () => {
    const cost = await costOf(() => refusal(chain(1_500, 2)));
    expect(cost).toBeLessThan(1_000);
  });

  it("is what refers to itself in data that is no JSON", () => {
    const around: { items?: object } = {};
    around.items = around;
    expect(refusal(around).code).toBe("schema-too-large");
  });

  it("is what the limits say", () => {
    const schema = nested(5, (items) => ({ items }));
    expect(refusal(schema, { limits: { depth: 4 } }).message).toContain(
      "it is deeper than 4 levels",
    );
    expect(refusal(list(9), { limits: { values: 9 } }).message).toContain(
      "it has more than 9 values",
    );
    expect(
      refusal({ title: "abcd" }, { limits: { characters: 8 } }).message,
    ).toContain("more than 8 characters");
    const limits = { values: 100_000 };
    expect(readSchema(list(50_000), { limits }).root.enum).toHaveLength(50_000);
    expect(defaultLimits.depth).toBeGreaterThan(100);
  });

  it("is not ten thousand definitions, where the limits allow them", () => {
    const names = Array.from({ length: 10_000 }, (_, at) => `d${at}`);
    const document = readSchema(
      {
        anyOf: names.map((name) => ({ $ref: `#/$defs/${name}` })),
        $defs: Object.fromEntries(
          names.map((name, at) => [name, { const: at }]),
        ),
      },
      { limits: { values: 100_000, applied: 50_000 } },
    );
    expect(document.definitions.size).toBe(10_000);
    expect(accepts(document, 9_999)).toBe(true);
    expect(accepts(document, 10_000)).toBe(false);
  });
});

describe("names that mean something to JavaScript", () => {
  it("are names as others are", () => {
    const schema: unknown = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"number"}},"required":["__proto__"],"additionalProperties":false,"dependentRequired":{"toString":["valueOf"]}}',
    );
    const document = readSchema(schema);
    expect(Object.keys(document.root.properties ?? {})).toEqual([
      "__proto__",
      "constructor",
    ]);
    const judge = (text: string) => accepts(document, JSON.parse(text));
    expect(judge('{"__proto__":"a"}')).toBe(true);
    expect(judge('{"__proto__":1}')).toBe(false);
    expect(judge("{}")).toBe(false);
    expect(judge('{"__proto__":"a","constructor":"a"}')).toBe(false);
    expect(judge('{"__proto__":"a","hasOwnProperty":1}')).toBe(false);
    expect({}).not.toHaveProperty("type");
  });
});
