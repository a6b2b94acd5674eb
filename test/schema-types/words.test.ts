import { expect, test } from "vitest";
import type { NormalSchema } from "../../src/model/json-schema.ts";
import { printType } from "./printed.ts";

const none: NormalSchema = { not: {} };
const a: NormalSchema = { type: "string" };
const b: NormalSchema = { type: "number" };

const shown: [string, NormalSchema, string][] = [
  ["nothing said", {}, "unknown"],
  ["false", none, "never"],
  ["types", { type: ["string", "integer", "null"] }, "string | number | null"],
  ["values", { enum: ["a", 1, null, true] }, '"a" | 1 | true | null'],
  [
    "a map",
    { type: "object", additionalProperties: b },
    "{ [key: string]: number }",
  ],
  ["any object", { type: "object" }, "{ [key: string]: unknown }"],
  [
    "no properties",
    { type: "object", additionalProperties: none },
    "{ [key: string]: never }",
  ],
  ["a list", { type: "array", items: a }, "string[]"],
  ["any list", { type: "array" }, "unknown[]"],
  ["no items", { type: "array", items: none }, "[]"],
  [
    "a tuple",
    { type: "array", prefixItems: [a, b], items: none, minItems: 1 },
    "[string, number?]",
  ],
  [
    "a tuple that goes on",
    { type: "array", prefixItems: [a], minItems: 1, items: b },
    "[string, ...number[]]",
  ],
];

test.each(shown)("%s", (_, schema, type) => {
  expect(printType(schema)).toBe(`export type T = ${type};`);
});
