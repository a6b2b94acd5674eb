import { describe, expect, test } from "vitest";
import type { NormalSchema } from "../../../src/schema/model/json-schema.ts";
import { documentOf, printType, printTypes } from "./printed.ts";

const text: NormalSchema = { type: "string" };

describe("a schema that is too much for a type", () => {
  test("is unknown where it is nested too deeply, and says so", () => {
    let schema = text;
    for (let depth = 0; depth < 100; depth++)
      schema = { type: "object", properties: { a: schema } };
    const { text: printed, unknowns } = printTypes({ T: documentOf(schema) });
    expect(printed).toContain("a?: unknown;");
    expect(unknowns).toEqual([
      {
        name: "T",
        path: Array.from({ length: 41 }, () => "a"),
        reason: "it is nested too deeply",
      },
    ]);
  });

  test("does not grow where each level stands twice in the one above", () => {
    const definitions: Record<string, NormalSchema> = { d0: text };
    for (let level = 1; level < 36; level++) {
      const inner = { $ref: `#/$defs/d${level - 1}` };
      // Beside a limit, what is referred to has no name of its own.
      const part = { allOf: [inner, { minProperties: 1 }] };
      const properties = { a: part, b: part };
      definitions[`d${level}`] = { type: "object", properties };
    }
    const root = { $ref: "#/$defs/d35" };
    const printed = printTypes({ T: documentOf(root, definitions) });
    expect(printed.text.length).toBeLessThan(200_000);
    expect(printed.unknowns).toEqual([]);
  });

  test("has no more alternatives than one can read", () => {
    const choices = Array.from({ length: 40 }, (_, index) => ({
      anyOf: [{ required: [`a${index}`] }, { required: [`b${index}`] }],
    }));
    const schema: NormalSchema = { type: "object", allOf: choices };
    const printed = printType(schema);
    expect(printed.split("|").length).toBeLessThan(40);
  });

  test("has as many alternatives as are written", () => {
    const kinds = Array.from({ length: 300 }, (_, index) => `k${index}`);
    const members = kinds.map((kind) => ({
      properties: { kind: { const: kind } },
      required: ["kind"],
    }));
    const printed = printType({ type: "object", oneOf: members });
    for (const kind of kinds) expect(printed).toContain(`kind: "${kind}";`);
  });

  test("is unknown where it refers to itself in place, and nowhere else", () => {
    const definitions: Record<string, NormalSchema> = {
      loop: { anyOf: [{ $ref: "#/$defs/loop" }, text] },
      node: { type: "array", items: { $ref: "#/$defs/node" } },
    };
    const properties = {
      a: { $ref: "#/$defs/loop" },
      b: { $ref: "#/$defs/node" },
    };
    const { text: printed, unknowns } = printTypes({
      T: documentOf({ type: "object", properties }, definitions),
    });
    expect(printed).toContain("export type TLoop = unknown;");
    expect(printed).toContain("export type TNode = TNode[];");
    expect(unknowns).toEqual([
      { name: "TLoop", path: [], reason: "it refers to itself in place" },
    ]);
  });

  test("says where a name of every object is only sometimes its own", () => {
    const schema = JSON.parse(
      '{ "type": "object", "properties": { "toString": { "type": "string" }, "__proto__": { "type": "string" } }, "required": ["constructor"] }',
    ) as NormalSchema;
    const { unknowns } = printTypes({ T: documentOf(schema) });
    expect(unknowns.map(({ path }) => path)).toEqual([
      ["toString"],
      ["__proto__"],
    ]);
  });

  test("says where names that fit a pattern stand beside any other", () => {
    const patternProperties = { "^[a-z]+$": text };
    const schema: NormalSchema = { type: "object", patternProperties };
    const { text: printed, unknowns } = printTypes({ T: documentOf(schema) });
    expect(printed).toBe("export type T = { [key: string]: unknown };");
    expect(unknowns).toHaveLength(1);
  });
});

describe("names", () => {
  const part: NormalSchema = { type: "object", title: "Evil */ Title" };
  const named = (names: readonly string[]): string =>
    printType(
      {
        type: "object",
        title: "Other",
        properties: Object.fromEntries(
          names.map((name, index) => [
            `p${index}`,
            { $ref: `#/$defs/${encodeURIComponent(name)}` },
          ]),
        ),
      },
      Object.fromEntries(names.map((name) => [name, part])),
    );

  test("come from keys, never from titles", () => {
    expect(named(["user-id"])).toContain("export type TUserId =");
    expect(named(["user-id"])).not.toContain("Title");
  });

  test.each([
    [
      ["a", "A"],
      ["TA", "TA2"],
    ],
    [["}; evil(); //"], ["TEvil"]],
    [
      ["²³", "x\u202e"],
      ["TPart", "TX"],
    ],
    [
      ["", "__proto__"],
      ["TPart", "TProto"],
    ],
    [["a".repeat(500)], [`TA${"a".repeat(59)}`]],
  ])("of definitions %j are %j", (definitions, types) => {
    const found = named(definitions).matchAll(/^export type (\S+) =/gm);
    expect([...found].map(([, name]) => name)).toEqual(["T", ...types]);
  });
});

test("what is said of values is text, and tells what no type can", () => {
  const schema: NormalSchema = {
    type: "object",
    description: "A */ type @internal",
    properties: {
      a: {
        anyOf: [{ type: "integer", minimum: 1, maximum: 3 }, { type: "null" }],
        description: "How many.",
        default: null,
      },
      b: {
        type: "string",
        format: "date-time",
        pattern: "^*/\n@x",
        default: "@a */",
      },
      c: { type: "boolean", default: false, deprecated: true },
      d: { type: "array", minItems: 1, uniqueItems: true },
      e: { type: "array", items: { type: "string", format: "uri" } },
      f: { type: "object", additionalProperties: { type: "integer" } },
      g: { anyOf: [{ type: "string", format: "email" }, { not: {} }] },
    },
  };
  expect(printType(schema)).toMatchInlineSnapshot(`
    "/** A *\\/ type \\@internal */
    export type T = {
      /**
       * How many.
       *
       * @integer
       * @minimum 1
       * @maximum 3
       * @default null
       */
      a?: number | null;
      /**
       * @format date-time
       * @pattern ^*\\/ \\@x
       * @default "\\@a *\\/"
       */
      b?: string;
      /**
       * @default false
       * @deprecated
       */
      c?: boolean;
      /**
       * @minItems 1
       * @uniqueItems
       */
      d?: unknown[];
      /** Each item: format uri. */
      e?: string[];
      /** Each other property: integer. */
      f?: { [key: string]: number };
      /** @format email */
      g?: string;
    };"
  `);
  const bare = printTypes({ T: documentOf(schema) }, false).text;
  expect(bare).not.toContain("How many.");
  expect(bare).toContain("@minimum 1");
});
