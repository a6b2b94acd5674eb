import { describe, expect, test } from "vitest";
import { validateElicitRequestParams } from "../../../generated/2025-11-25/guards.ts";
import { emitGuards, loadGuards } from "./emitted.ts";
import { endlessCheck } from "./progress.ts";
import { protocolOf } from "./protocols.ts";

const form = { type: "object", properties: {} };

test.each([
  [
    "a member that is named lacks a property",
    { mode: "url", message: "a", url: "b" },
    ["elicitationId"],
  ],
  [
    "the member that needs no name lacks a property",
    { message: "a" },
    ["requestedSchema"],
  ],
  [
    "the same member, named",
    { mode: "form", message: "a" },
    ["requestedSchema"],
  ],
  [
    "no member has the name",
    { mode: "dance", message: "a", requestedSchema: form },
    ["mode"],
  ],
])("a union whose property may be left out says why: %s", (_, value, path) => {
  expect(validateElicitRequestParams(value)?.path).toEqual(path);
});

test("a union whose property may be left out accepts each member", () => {
  for (const value of [
    { message: "a", requestedSchema: form },
    { mode: "form", message: "a", requestedSchema: form },
    { mode: "url", message: "a", url: "b", elicitationId: "c" },
  ])
    expect(validateElicitRequestParams(value)).toBeUndefined();
});

const shared = `
  export interface A { a: "a"; x: string }
  export interface B { a: "c" | "a"; y: string }
  export type U = A | B;`;

const twice = `
  export interface A { a: "a" | "b"; b: 1 | 3; x: string }
  export interface B { a: "a" | "c"; b: 2 | 3; y: string }
  export interface C { a: "a"; b: 3; z: string }
  export type U = A | B | C;`;

const absent = `
  export interface A { on: boolean; x: string }
  export interface B { on?: null; b: "y"; y: string }
  export type U = A | B;`;

const parts = `
  export interface Named { name: string }
  export type A = Named & { kind: "a"; x: string };
  export type B = Named & { kind: "b"; y: string };
  export type U = A | B;`;

describe("members that share a value are told apart by what is left", () => {
  const cases: readonly [string, string, unknown, (string | number)[]][] = [
    ["of two, one of two literals", shared, { a: "a", y: 1 }, ["y"]],
    ["the literal of one alone", shared, { a: "c" }, ["y"]],
    ["no literal", shared, { a: "b" }, ["a"]],
    ["what either could have", shared, { a: "a" }, []],
    ["a second property", twice, { a: "a", b: 2 }, ["y"]],
    ["no literal of the second property", twice, { a: "a", b: 4 }, ["b"]],
    ["null and its absence", absent, { on: null, b: "y" }, ["y"]],
    ["a boolean", absent, { on: true }, ["x"]],
    ["an intersection", parts, { kind: "b", name: "" }, ["y"]],
  ];

  test.each(cases)("%s", async (_, text, value, path) => {
    const { text: guards } = emitGuards(protocolOf(text));
    expect(endlessCheck(guards)).toBeUndefined();
    const guard = (await loadGuards(guards)).get("U");
    expect(guard?.is(value)).toBe(false);
    expect(guard?.validate(value)?.path).toEqual(path);
  });
});
