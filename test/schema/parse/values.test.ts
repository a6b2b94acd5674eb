import { expect, test } from "vitest";
import { parseSchema } from "../../../src/schema/parse/index.ts";

const found = (text: string) =>
  parseSchema({ path: "schema.ts", text }).diagnostics.map(
    ({ code, message, position }) =>
      `${position?.line}:${position?.column} ${code}: ${message}`,
  );

test.each([
  ["a brand that is optional", 'string & { brand?: "Id" }'],
  ["an idiom of open unions", '"a" | (string & Record<never, never>)'],
  ["an empty object type", '"a" | (string & {})'],
  ["a list with a weak type", "string[] & { brand?: 1 }"],
  ["no item at all", "never[]"],
  ["no property at all", "Record<string, never>"],
  ["a property that must not be there", "{ a?: never }"],
  ["a tuple that ends with a rest", "[...[string, number], ...boolean[]]"],
  ["a chain that may end", "{ next?: X; list: X[] }"],
])("%s is accepted", (_, type) => {
  expect(found(`export type X = ${type};`)).toEqual([]);
});

test.each([
  ["export interface A { b: B }", "export interface B { a: A }"],
  ["export type A = [A];", ""],
  ["export type A = { a: A };", "export interface User { a: A }"],
])("%s %s has no value that ends", (one, other) => {
  const [first = "", second] = found(`${one}\n${other}`);
  expect(first).toMatch(/^1:\d+ no-value: A .*without an end/);
  expect(second).toBeUndefined();
});

test.each([
  ["[string, ...number[], boolean]"],
  ["[...Names, number]"],
  ["[...string[], number]"],
  ["[...(Names | string[]), number]"],
])("a guard cannot check %s", (type) => {
  const text = `type Names = [string, ...string[]];\nexport type X = ${type};`;
  expect(found(text)).toEqual([
    expect.stringMatching(/^2:17 unsupported-type: X has an element after/),
  ]);
});

test("an optional element that is spread before a required one is told", () => {
  expect(found("export type X = [...[string?], number];")).toEqual([
    expect.stringMatching(/^1:17 unsupported-type: X has a required element/),
  ]);
});

test("a tag that widens a type is told, and one that narrows it is not", () => {
  const type = (text: string) => found(`export interface X {\n${text} }`);
  expect(type("/** @TJS-type string */ a: number")).toEqual([
    expect.stringContaining("2:25 constraint-value: X.a"),
  ]);
  expect(type('/** @asType string */ a: "a" | "b"')).toHaveLength(1);
  expect(type("/** @asType integer */ a: number | null")).toEqual([]);
  expect(type('/** @asType ["string","null"] */ a: unknown')).toEqual([]);
  expect(
    type('/** @asType ["integer","null"]\n@nullable */ a: number'),
  ).toEqual([]);
});

test("an index signature beside an optional property is one model, written either way", () => {
  const read = (index: string) => {
    const text = `export interface X { a?: number; [key: string]: ${index} }`;
    const { declarations, diagnostics } = parseSchema({ path: "x.ts", text });
    expect(diagnostics).toEqual([]);
    return declarations;
  };
  expect(read("number | undefined")).toEqual(read("number"));
});

// Without a bound on the steps, this takes hours.
test("intersections that lead to themselves from many properties are judged in bounded steps", () => {
  const schema = `
    export interface A { a: number; one: Any | null; two: Any | null; three: Any | null }
    export interface B { b: number; one: Any | null; two: Any | null; three: Any | null }
    export interface C { a: 3; one?: Both }
    export type Both = (A & B) | { a: 4; one?: Both | Any } | C;
    export type Any = B | A[] | (Both & Both);`;
  expect(found(schema)).toEqual([]);
}, 60_000);
