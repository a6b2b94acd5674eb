import { expect, test } from "vitest";
import type { Change } from "../../../src/compat/protocol-diff/index.ts";
import type { JsonSchema } from "../../../src/emit/json-schema/index.ts";
import type { Issue } from "../../emit/guards/emitted.ts";
import { changesAt, isOpenAt, placesRefused, type Path } from "./witnesses.ts";

/** A receiver that wants each of some fields to be a string, the first one first. */
function strings(
  ...names: readonly string[]
): (value: unknown) => Issue | undefined {
  return (value) => {
    const wrong = names.find(
      (name) => typeof (value as Record<string, unknown>)[name] !== "string",
    );
    return wrong === undefined ? undefined : { path: [wrong], message: "no" };
  };
}

test("a value that is refused in one place is read on to the next", () => {
  const accepted = [{ a: "", b: "", c: "" }];
  expect(
    placesRefused({ a: 1, b: "", c: 2 }, strings("a", "b", "c"), accepted),
  ).toEqual([["a"], ["c"]]);
  expect(placesRefused({}, strings("a", "b"), accepted)).toEqual([
    ["a"],
    ["b"],
  ]);
  expect(placesRefused(accepted[0], strings("a"), accepted)).toEqual([]);
});

const definitions = new Map<string, JsonSchema>([
  [
    "Outer",
    {
      type: "object",
      properties: { list: { type: "array", items: { $ref: "#/$defs/Inner" } } },
    },
  ],
  ["Inner", { anyOf: [{ type: "null" }, { $ref: "#/$defs/Deep" }] }],
  [
    "Deep",
    {
      type: "object",
      properties: { a: {} },
      additionalProperties: { type: "string" },
    },
  ],
]);

const change = (rule: Change["rule"], name: string, ...path: string[]) =>
  ({ rule, where: { name, path } }) as unknown as Change;

test("a place has to do with the changes on the way to it, and with no others", () => {
  const held = change("values-narrowed", "Deep", "a");
  const list = change("values-narrowed", "Outer", "list", "[]", "b");
  const there = change("field-required", "Outer", "list");
  const changes = [held, list, there];
  const at = (...place: Path) =>
    changesAt("Outer", place, changes, definitions);
  expect(at("list", 0, "a")).toEqual([held]);
  expect(at("list", 0, "a", "inside")).toEqual([held]);
  expect(at("list", 3, "b")).toEqual([list]);
  expect(at("list")).toEqual([there]);
  expect(at("list", 0)).toEqual([]);
  expect(at("other")).toEqual([]);
});

test("a type is open where it has an index signature and names no such property", () => {
  expect(isOpenAt("Outer", ["list", "[]", "x"], definitions)).toBe(true);
  expect(isOpenAt("Outer", ["list", "[]", "a"], definitions)).toBe(false);
  expect(isOpenAt("Outer", ["x"], definitions)).toBe(false);
});
