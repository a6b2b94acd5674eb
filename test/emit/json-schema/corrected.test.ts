import { describe, expect, test } from "vitest";
import {
  jsonSchemaDocument,
  type JsonSchema,
} from "../../../src/emit/json-schema/index.ts";
import { createWriterState } from "../../../src/emit/json-schema/state.ts";
import { protocolOf } from "../../support/protocols.ts";

function definitionsOf(
  text: string,
  fractions: string[] = [],
): Record<string, JsonSchema> {
  const protocol = { ...protocolOf(text), fractions };
  const options = { flavor: "corrected", docs: true } as const;
  return jsonSchemaDocument(protocol, options).$defs ?? {};
}

interface Case {
  given: string;
  want: JsonSchema;
  fractions?: string[];
}

const string: JsonSchema = { type: "string" };
const integer: JsonSchema = { type: "integer" };

/** The definition of `X`. */
const cases: [string, Case][] = [
  [
    "null in a union",
    {
      given: "export type X = string | null;",
      want: { type: ["string", "null"] },
    },
  ],
  [
    "null in an array and beside a literal",
    {
      given: 'export type X = (null | "a")[];',
      want: {
        type: "array",
        items: { anyOf: [{ type: "string", const: "a" }, { type: "null" }] },
      },
    },
  ],
  [
    "null beside a type of its own",
    {
      given: "export interface A {}\nexport type X = null | A | boolean;",
      want: { anyOf: [{ $ref: "#/$defs/A" }, { type: ["boolean", "null"] }] },
    },
  ],
  [
    "@nullable where null is accepted already",
    {
      given: `export interface X {
  /** @nullable */
  a?: number | null;
  /** @nullable */
  b?: unknown;
}`,
      want: {
        type: "object",
        properties: { a: { type: ["integer", "null"] }, b: {} },
      },
    },
  ],
  [
    "a Date, and one beside text, which says no more",
    {
      given:
        'export interface X { a: Date; b?: Date | string; c?: Date | "now" | null }',
      want: {
        type: "object",
        properties: {
          a: { type: "string", format: "date-time" },
          b: string,
          c: {
            anyOf: [
              { type: "string", format: "date-time" },
              { type: "string", const: "now" },
              { type: "null" },
            ],
          },
        },
        required: ["a"],
      },
    },
  ],
  [
    "a literal with a fraction",
    {
      given: "export type X = 1.5;",
      want: { type: "number", const: 1.5 },
    },
  ],
  [
    "never",
    {
      given: "export interface X { a?: never; b: never[] }",
      want: {
        type: "object",
        properties: {
          a: { not: {} },
          b: { type: "array", items: { not: {} } },
        },
        required: ["b"],
      },
    },
  ],
  [
    "a tuple",
    {
      given: "export type X = [string, number?];",
      want: {
        type: "array",
        prefixItems: [string, integer],
        minItems: 1,
        maxItems: 2,
      },
    },
  ],
  [
    "an inherited index signature that says something",
    {
      given: `export interface Base { [key: string]: string }
export interface X extends Base { a: string }`,
      want: {
        type: "object",
        properties: { a: string },
        required: ["a"],
        additionalProperties: string,
      },
    },
  ],
  [
    "an inherited index signature that says nothing",
    {
      given: `export interface Base { [key: string]: unknown }
export interface X extends Base {}`,
      want: { type: "object" },
    },
  ],
  [
    "Record",
    {
      given: 'export type X = Record<"a" | string, number>;',
      want: { type: "object", additionalProperties: integer },
    },
  ],
  [
    "the constraints of an alias, wherever it stands",
    {
      given: `/**
 * Described.
 * @minLength 4
 */
export type Short = string;
export interface X { list: Short[]; or: Short | "a"; one: Short }`,
      want: {
        type: "object",
        properties: {
          list: { type: "array", items: { type: "string", minLength: 4 } },
          or: {
            anyOf: [
              { type: "string", minLength: 4 },
              { type: "string", const: "a" },
            ],
          },
          one: { type: "string", minLength: 4, description: "Described." },
        },
        required: ["list", "one", "or"],
      },
    },
  ],
  [
    "constraints beside a reference",
    {
      given: `export type Id = string | number;
export interface X {
  /** @minimum 1 */
  id: Id;
}`,
      want: {
        type: "object",
        properties: { id: { $ref: "#/$defs/Id", minimum: 1 } },
        required: ["id"],
      },
    },
  ],
  [
    "constraints beside a type that contains itself",
    {
      given: `/** A tree. */
export type Tree = { children: Tree[] };
export interface X {
  /** @minProperties 1 */
  tree: Tree;
}`,
      want: {
        type: "object",
        properties: {
          tree: {
            $ref: "#/$defs/Tree",
            description: "A tree.",
            minProperties: 1,
          },
        },
        required: ["tree"],
      },
    },
  ],
  [
    "a base that is an intersection with a property in common",
    {
      given: `export interface A { p?: string; q?: string }
export interface B { p: "x"; q?: string }
export interface X extends Pick<A & B, "p" | "q"> {}`,
      want: {
        type: "object",
        properties: {
          p: { allOf: [string, { type: "string", const: "x" }] },
          q: string,
        },
        required: ["p"],
      },
    },
  ],
  [
    "Omit of a type with an index signature",
    {
      given: `export interface A { [key: string]: string; p: string }
export interface X extends Omit<A, "p"> {}`,
      want: { type: "object", additionalProperties: string },
    },
  ],
  [
    "fractions at a path, and nowhere else",
    {
      given: `export type Whole = number[];
export interface Base { a: { b: number; c: { d: number } }; e: number }
export interface X extends Base { whole: Whole }`,
      fractions: ["Base.a.c", "X.whole"],
      want: {
        type: "object",
        properties: {
          a: {
            type: "object",
            properties: {
              b: integer,
              c: {
                type: "object",
                properties: { d: { type: "number" } },
                required: ["d"],
              },
            },
            required: ["b", "c"],
          },
          e: integer,
          whole: { type: "array", items: integer },
        },
        required: ["a", "e", "whole"],
      },
    },
  ],
  [
    "a utility type that contains itself",
    {
      given: `export interface X { self?: Partial<X> }`,
      want: {
        type: "object",
        properties: { self: { $ref: "#/$defs/Partial%3CX%3E" } },
      },
    },
  ],
  [
    "links",
    {
      given: `/** See {@link X}, {@link X | this} and {@link https://example.com/a?b=1 | that}. */
export type X = string;`,
      want: {
        type: "string",
        description: "See X, this and that (https://example.com/a?b=1).",
      },
    },
  ],
];

describe("the corrected schema of", () => {
  test.each(cases)("%s", (_, { given, want, fractions }) => {
    expect(definitionsOf(given, fractions)["X"]).toEqual(want);
  });
});

test("what guards and schema.json are written of is resolved once", () => {
  const protocol = protocolOf(`export type Room = { name: string } | null;`);
  const [bare, told] = [false, true].map((docs) =>
    createWriterState(protocol, { flavor: "corrected", docs }),
  );
  expect(told?.resolve).toBe(bare?.resolve);
  expect(told?.order).toBe(bare?.order);
  const published = { flavor: "official", docs: true } as const;
  expect(createWriterState(protocol, published).resolve).not.toBe(
    told?.resolve,
  );
});
