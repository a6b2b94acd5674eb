import { expect, test } from "vitest";
import {
  diff,
  filterChanges,
  type Change,
  type DiffFilter,
} from "../../../src/compat/protocol-diff/index.ts";
import { protocolWith } from "./small.ts";

function filtered(one: string, other: string, filter: DiffFilter): Change[] {
  const sides = [protocolWith(one), protocolWith(other)] as const;
  return filterChanges(diff(...sides), filter, sides).changes;
}

const type = (name: string, fields = "a: string; b: null"): string =>
  `export interface ${name} { ${fields} }`;

const ask = (method: string, params: string): string =>
  `export interface AskRequest extends Request { method: "${method}"; params: ${params} }
export interface AskResult extends Result { a: string }
export type ClientRequest = EchoRequest | AskRequest;`;

test("a renamed type is found by either name", () => {
  for (const name of ["One", "Two"])
    expect(filtered(type("One"), type("Two"), { names: [name] })).toMatchObject(
      [{ kind: "renamed", before: "One", after: "Two" }],
    );
  expect(filtered(type("One"), type("Two"), { names: ["Result"] })).toEqual([]);
});

test("what only changes has no other name", () => {
  const changes = filtered(
    `${type("Text", "m: One")} ${type("One")} ${type("Two", "c: 1")}`,
    `${type("Text", "m: Two")} ${type("One")} ${type("Two", "c: 1")}`,
    { names: ["One"] },
  );
  expect(changes).toEqual([]);
});

test("a renamed method is found by either name", () => {
  const shared = type("AskParams");
  for (const method of ["ask", "demand"])
    expect(
      filtered(
        `${shared} ${ask("ask", "AskParams")}`,
        `${shared} ${ask("demand", "AskParams")}`,
        { methods: [method] },
      ),
    ).toContainEqual(expect.objectContaining({ rule: "method-renamed" }));
});

test("a method leads to the types of either revision", () => {
  const before = `${type("Only")} ${ask("ask", "Only")}`;
  const after = `${type("New", "c: 1")} ${ask("ask", "New")}`;
  const found = (one: string, other: string) =>
    filtered(one, other, { methods: ["ask"] }).map(
      ({ kind, where }) => `${kind} ${where.name ?? ""}`,
    );
  for (const changes of [found(before, after), found(after, before)]) {
    expect(changes).toContainEqual(
      expect.stringMatching(/(added|removed) Only/),
    );
    expect(changes).toContainEqual(
      expect.stringMatching(/(added|removed) New/),
    );
  }
});

test("what is inherited counts for the type, and not as one more change", () => {
  const types = (field: string): string =>
    `${type("A", field)} export interface B extends A { b: 1 } export interface C extends B { c: 1 }`;
  const { summary, changes } = diff(
    protocolWith(types("a?: string")),
    protocolWith(types("a: string")),
  );
  expect(changes).toHaveLength(3);
  expect(summary).toMatchObject({
    types: { changed: 3 },
    breaksOlderSenders: 1,
    breaksOlderReceivers: 0,
    compatible: 0,
  });
});
