import { expect, test } from "vitest";
import { diff, filterChanges, type Protocol } from "../../../src/index.ts";
import { protocolWith } from "./small.ts";

const sides = [
  protocolWith("export interface One { a: string }"),
  protocolWith("export interface One { a: string | null }"),
] as const;

test.each([["2025-11-25"], [{}], [undefined], [null]])(
  "%j is no protocol, and that is said",
  (value) => {
    // What a caller in JavaScript may give.
    const wrong = value as unknown as Protocol;
    for (const args of [[wrong, sides[0]] as const, [sides[0], wrong] as const])
      expect(() => diff(...args)).toThrow("diff compares two protocols");
  },
);

test("an empty list asks for nothing", () => {
  const found = diff(...sides);
  for (const filter of [{ categories: [] }, { names: [] }, { methods: [] }])
    expect(filterChanges(found, filter, sides)).toEqual(found);
  expect(filterChanges(found, { names: ["Two"] }, sides).changes).toEqual([]);
});

test("a change is inherited where the base has the very same", () => {
  const types = (base: string, own: string): string => `
export interface Base { a: ${base} }
export interface Heir extends Base { ${own} }`;
  const inherited = (one: string, other: string) =>
    diff(protocolWith(one), protocolWith(other)).changes.flatMap(
      ({ where, inheritedFrom }) =>
        where.name === "Heir" ? [inheritedFrom] : [],
    );
  const now = types("string", "");
  expect(inherited(types("boolean", ""), now)).toEqual(["Base"]);
  expect(inherited(types("boolean", "a: true"), now)).toEqual([undefined]);
});

test("a pattern that is no pattern accepts nothing", () => {
  const type = (field: string): string => `export interface One {\n${field}\n}`;
  const read = JSON.stringify(
    protocolWith(type("/** @pattern x */ a: string")),
  );
  const unread = read.replace('"pattern":"x"', '"pattern":"["');
  const { changes } = diff(
    protocolWith(type('a: "a"')),
    JSON.parse(unread) as Protocol,
  );
  expect(changes.map(({ rule }) => rule)).toEqual(["values-replaced"]);
});

test("the kind of a change says whether it has what was and what is", () => {
  for (const change of diff(...sides).changes)
    switch (change.kind) {
      case "added":
        expect(change.after.length).toBeGreaterThan(0);
        expect(change.before).toBeUndefined();
        break;
      default:
        expect.unreachable(change.kind);
    }
  expect.assertions(2);
});
