import { describe, expect, it } from "vitest";
import { readSchema, resolve } from "../../../src/schema/json-schema/index.ts";

const never = { not: {} };

/** The normal form of a schema without its definitions. */
const rootOf = (schema: unknown) => readSchema(schema).root;

describe("the normal form", () => {
  it("has true as {} and false as what nothing fits", () => {
    expect(rootOf(true)).toEqual({});
    expect(rootOf(false)).toEqual(never);
    expect(rootOf({ properties: { a: true, b: false } })).toEqual({
      properties: { a: {}, b: never },
    });
  });

  it("keeps what is said of the value, and drops what is not known", () => {
    const schema = {
      type: ["string", "null"],
      minLength: 1,
      maxLength: 9,
      format: "date",
      title: "T",
      description: "D",
      default: null,
      examples: ["a"],
      deprecated: true,
      "x-vendor": { type: "number" },
    };
    const { "x-vendor": _, ...known } = schema;
    expect(rootOf(schema)).toEqual(known);
  });

  it("has what references lead to under a name, whatever the place", () => {
    const document = readSchema({
      properties: { a: { $ref: "#/x-own/deep~1er/0" }, b: { $ref: "#" } },
      "x-own": { "deep/er": [{ type: "string" }] },
    });
    const { a, b } = document.root.properties ?? {};
    expect(resolve(document, a?.$ref ?? "")).toEqual({ type: "string" });
    expect(resolve(document, b?.$ref ?? "")).toBe(document.root);
  });
});
