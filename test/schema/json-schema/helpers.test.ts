import { describe, expect, it } from "vitest";
import {
  canonicalText,
  isMultipleOf,
  readSchema,
  walk,
} from "../../../src/schema/json-schema/index.ts";

describe("the canonical text of a value", () => {
  it("is the same for equal values, in whatever order their keys are", () => {
    const value = { b: [1, { d: null, c: "é\n" }], a: -0, ["__proto__"]: true };
    expect(canonicalText(value)).toBe(
      '{"__proto__":true,"a":0,"b":[1,{"c":"é\\n","d":null}]}',
    );
    expect(JSON.parse(canonicalText(value))).toEqual(
      JSON.parse(JSON.stringify(value)),
    );
    expect(canonicalText([[], {}, "1", 1])).toBe('[[],{},"1",1]');
  });

  it("has a value of any depth", () => {
    let value: unknown = 1;
    for (let at = 0; at < 200_000; at++) value = [value];
    expect(canonicalText(value)).toHaveLength(400_001);
  });
});

describe("a multiple", () => {
  it.each<[number, number, boolean]>([
    [0.3, 0.1, true],
    [19.99, 0.01, true],
    [19.995, 0.01, false],
    [0.0075, 0.0001, true],
    [1e308, 0.5, true],
    [1e308, 0.123456789, false],
    [5e-324, 5e-324, true],
    [-4, 2, true],
    [0, 7, true],
    [9007199254740993, 2, true],
  ])("%d of %d is told in decimals: %s", (value, of, expected) => {
    expect(isMultipleOf(value, of)).toBe(expected);
  });
});

describe("a walk", () => {
  it("visits each schema once, with what it is applied to", () => {
    const leaf = (name: string) => ({ title: name });
    const document = readSchema({
      title: "root",
      anyOf: [leaf("anyOf")],
      properties: { a: leaf("a"), b: { title: "b", $ref: "#/$defs/c" } },
      propertyNames: leaf("names"),
      dependentSchemas: { d: leaf("d") },
      items: { title: "items", $ref: "#" },
      $defs: { c: { title: "c", prefixItems: [leaf("item")] } },
    });
    const visited = [...walk(document)].map(
      ({ schema, definition, path, appliesTo }) =>
        [schema.title, definition, path.join("/"), appliesTo] as const,
    );
    expect(visited).toEqual([
      ["root", undefined, "", undefined],
      ["anyOf", undefined, "anyOf/0", "value"],
      ["d", undefined, "dependentSchemas/d", "value"],
      ["a", undefined, "properties/a", "part"],
      ["b", undefined, "properties/b", "part"],
      ["items", undefined, "items", "part"],
      ["names", undefined, "propertyNames", "name"],
      ["c", "c", "", undefined],
      ["item", "c", "prefixItems/0", "part"],
    ]);
  });
});
