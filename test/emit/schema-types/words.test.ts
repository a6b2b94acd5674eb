import { describe, expect, test } from "vitest";
import type { NormalSchema } from "../../../src/schema/model/json-schema.ts";
import { printType } from "./printed.ts";

const none: NormalSchema = { not: {} };
const a: NormalSchema = { type: "string" };
const b: NormalSchema = { type: "number" };
const ab: NormalSchema = { type: "object", properties: { a, b } };

/** What is tested, the schema, and the type without line breaks. */
type Case = [string, NormalSchema, string];

function testCases(cases: readonly Case[]): void {
  test.each(cases)("%s", (_, schema, type) => {
    const text = printType(schema).replaceAll(/\s+/g, " ");
    expect(text).toBe(`export type T = ${type};`);
  });
}

describe("values", () => {
  testCases([
    ["nothing said", {}, "unknown"],
    ["false", none, "never"],
    [
      "types",
      { type: ["null", "string", "integer"] },
      "string | number | null",
    ],
    ["values", { enum: ["a", 1, null, true] }, '"a" | 1 | true | null'],
    ["a value that is an object", { const: { a: [1] } }, "{ a: [1]; }"],
    ["values of one type", { type: "string", enum: ["a", 1] }, '"a"'],
    ["a number that JavaScript cannot hold", { const: Infinity }, "number"],
    ["quotes", { enum: ['"', "'", "\n`"] }, `'"' | "'" | "\\n\`"`],
    ["all but some", { enum: ["a", "b"], not: { const: "a" } }, '"b"'],
    [
      "types but one",
      { type: ["string", "null"], not: { type: "null" } },
      "string",
    ],
    [
      "exactly one of values that overlap",
      { oneOf: [{ enum: ["a", "b"] }, { enum: ["b", "c"] }] },
      '"a" | "c"',
    ],
    [
      "alternatives that differ in limits alone",
      {
        anyOf: [
          { type: "string", minLength: 1 },
          { type: "string", format: "uri" },
        ],
      },
      "string",
    ],
    ["null beside", { anyOf: [a, { type: "null" }] }, "string | null"],
    ["a word for strings alone", { contains: a }, "unknown"],
  ]);
});

describe("lists", () => {
  testCases([
    ["a list", { type: "array", items: a }, "string[]"],
    [
      "a list of several types",
      { type: "array", items: { type: ["string", "null"] } },
      "(string | null)[]",
    ],
    ["any list", { type: "array" }, "unknown[]"],
    ["no items", { type: "array", items: none }, "[]"],
    [
      "a tuple that ends",
      { type: "array", prefixItems: [a, b], items: none, minItems: 2 },
      "[string, number]",
    ],
    [
      "a tuple that may be shorter",
      { type: "array", prefixItems: [a, b], items: none, minItems: 1 },
      "[string, number?]",
    ],
    [
      "a tuple that may have no more",
      { type: "array", prefixItems: [a, b], minItems: 2, maxItems: 2 },
      "[string, number]",
    ],
    [
      "a tuple that goes on",
      { type: "array", prefixItems: [a], minItems: 1, items: b },
      "[string, ...number[]]",
    ],
    [
      "a tuple that goes on with anything",
      { type: "array", prefixItems: [a], minItems: 1 },
      "[string, ...unknown[]]",
    ],
    [
      "what nothing speaks of",
      {
        type: "array",
        allOf: [{ prefixItems: [a] }],
        minItems: 1,
        unevaluatedItems: none,
      },
      "[string]",
    ],
    [
      "a tuple that cannot be",
      { type: "array", prefixItems: [none], minItems: 1 },
      "never",
    ],
  ]);
});

describe("objects", () => {
  testCases([
    ["any object", { type: "object" }, "{ [key: string]: unknown }"],
    [
      "no properties",
      { type: "object", additionalProperties: none },
      "{ [key: string]: never }",
    ],
    [
      "a map",
      { type: "object", additionalProperties: b },
      "{ [key: string]: number }",
    ],
    [
      "an open object keeps checks for surplus",
      ab,
      "{ a?: string; b?: number; }",
    ],
    [
      "an object that is said to be open",
      { ...ab, additionalProperties: {} },
      "{ a?: string; b?: number; [key: string]: unknown; }",
    ],
    [
      "other properties hold what named ones are",
      {
        type: "object",
        properties: { a },
        required: ["a"],
        additionalProperties: b,
      },
      "{ a: string; [key: string]: number | string; }",
    ],
    [
      "other properties beside optional ones",
      { type: "object", properties: { a }, additionalProperties: b },
      "{ a?: string; [key: string]: number | string | undefined; }",
    ],
    [
      "required, and nowhere else",
      { type: "object", required: ["a"] },
      "{ a: unknown; }",
    ],
    [
      "names that begin alike",
      {
        type: "object",
        patternProperties: { "^x-": b },
        additionalProperties: none,
      },
      "{ [key: `x-${string}`]: number }",
    ],
    [
      "names that end alike, beside others",
      { type: "object", properties: { a }, patternProperties: { _id$: b } },
      "{ a?: string; } & { [key: `${string}_id`]: number }",
    ],
    [
      "names that may be any",
      { type: "object", patternProperties: { "^(.*)$": b } },
      "{ [key: string]: number }",
    ],
    [
      "patterns that one name fits",
      { type: "object", patternProperties: { "^$": b, "^x\\.y$": a } },
      '{ ""?: number; "x.y"?: string; }',
    ],
    [
      "names that no template has",
      {
        type: "object",
        patternProperties: { "^[a-z]+$": b },
        additionalProperties: none,
      },
      "{ [key: string]: number }",
    ],
    [
      "names that are listed",
      {
        type: "object",
        propertyNames: { enum: ["a", "b"] },
        additionalProperties: b,
      },
      "{ a?: number; b?: number; }",
    ],
    [
      "what nothing speaks of",
      { ...ab, allOf: [{ properties: { c: a } }], unevaluatedProperties: b },
      "{ a?: string; b?: number; c?: string; [key: string]: number | string | undefined; }",
    ],
    [
      "allOf is one object",
      {
        allOf: [
          { type: "object", properties: { a } },
          { properties: { a: { enum: ["x", 1] }, b }, required: ["a"] },
        ],
      },
      '{ a: "x"; b?: number; }',
    ],
    [
      "properties that exclude one another",
      {
        allOf: [
          { type: "object", properties: { a }, required: ["a"] },
          { properties: { a: b } },
        ],
      },
      "never",
    ],
    [
      "a property that is never there",
      { ...ab, not: { required: ["b"] } },
      "{ a?: string; b?: never; }",
    ],
    [
      "without a type, anything else fits",
      { properties: { a } },
      "| string | number | boolean | { a?: string; } | unknown[] | null",
    ],
  ]);
});

describe("alternatives", () => {
  const kind = (value: string): NormalSchema => ({
    properties: { kind: { const: value } },
    required: ["kind"],
  });
  const closed = (name: string): NormalSchema => ({
    type: "object",
    properties: { [name]: a },
    required: [name],
    additionalProperties: none,
  });
  testCases([
    [
      "anyOf of required beside properties",
      { ...ab, anyOf: [{ required: ["a"] }, { required: ["b"] }] },
      "| { a: string; b?: number; } | { a?: string; b: number; }",
    ],
    [
      "oneOf of required beside properties",
      { ...ab, oneOf: [{ required: ["a"] }, { required: ["b"] }] },
      "| { a: string; b?: never; } | { a?: never; b: number; }",
    ],
    [
      "dependentRequired",
      { ...ab, dependentRequired: { a: ["b"] } },
      "| { a?: never; b?: number; } | { a: string; b: number; }",
    ],
    [
      "dependentSchemas",
      {
        ...ab,
        dependentSchemas: { a: { properties: { c: b }, required: ["c"] } },
      },
      "| { a?: never; b?: number; } | { a: string; b?: number; c: number; }",
    ],
    [
      "a literal tells them apart",
      {
        type: "object",
        oneOf: [{ ...kind("x"), required: ["kind", "a"] }, kind("y")],
      },
      '| { kind: "x"; a: unknown; } | { kind: "y"; }',
    ],
    [
      "if, then and else",
      {
        ...ab,
        properties: { ...ab.properties, kind: { enum: ["x", "y"] } },
        required: ["kind"],
        if: { properties: { kind: { const: "x" } } },
        then: { required: ["a"] },
        else: { required: ["b"] },
      },
      '| { a: string; b?: number; kind: "x"; } | { a?: string; b: number; kind: "y"; }',
    ],
    [
      "if that can be told in part",
      {
        ...ab,
        if: { properties: { b: { minimum: 1 } } },
        then: { required: ["a"] },
      },
      "| { a: string; /** @minimum 1 */ b?: number; } | { a?: string; b: number; }",
    ],
    [
      "alternatives that are closed exclude each other's",
      { anyOf: [closed("a"), closed("b")] },
      "| { a: string; b?: never; } | { b: string; a?: never; }",
    ],
    [
      "one within another",
      { anyOf: [{ ...ab, required: ["a"] }, { allOf: [ab] }, ab] },
      "| { a: string; b?: number; } | { a?: string; b?: number; }",
    ],
  ]);
});
