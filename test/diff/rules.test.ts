import { describe, expect, test } from "vitest";
import { diff, rules, type Change, type Rule } from "../../src/diff/index.ts";
import { withoutDocs } from "../../src/model/without-docs.ts";
import { ruleCases } from "./rule-cases.ts";
import { pairs } from "./revisions.ts";
import { protocolWith } from "./small.ts";

describe.each(ruleCases)("$one, or $other", ({ one, other, rules: found }) => {
  const [left, right] = [protocolWith(one), protocolWith(other)];

  test("is decided on by its rule, each way", () => {
    expect(ruleNames(diff(left, right).changes)).toContain(found[0]);
    expect(ruleNames(diff(right, left).changes)).toContain(found[1]);
  });

  test("has the effect that its rule says", () => {
    for (const change of [
      ...diff(left, right).changes,
      ...diff(right, left).changes,
    ])
      expect(change.effect).toEqual(rules[change.rule].effect);
  });

  test("is no change to itself", () => {
    expect(diff(left, left).changes).toEqual([]);
  });
});

test("every rule has a case, here or between bundled revisions", () => {
  const met = new Set<Rule>(ruleCases.flatMap(({ rules }) => rules));
  for (const { before, after } of pairs)
    for (const [a, b] of [
      [before, after],
      [after, before],
    ] as const)
      for (const { rule } of diff(a, b).changes) met.add(rule);
  const all = Object.keys(rules);
  expect(all.filter((rule) => !met.has(rule as Rule))).toEqual([]);
});

test("what has the same body under another name is renamed, and told by both", () => {
  const one = protocolWith("export interface One { a: string }");
  const two = protocolWith("export interface Two { a: string }");
  const { changes, summary } = diff(one, two);
  expect(changes).toMatchObject([
    { kind: "renamed", subject: "type", before: "One", after: "Two" },
  ]);
  expect(summary.types).toEqual({
    added: 1,
    removed: 1,
    renamed: 1,
    changed: 0,
  });
});

test("of two types with the same body, none is renamed", () => {
  const one = protocolWith("export interface One { a: string }");
  const two = protocolWith(
    "export interface Two { a: string } export interface Three { a: string }",
  );
  const kinds = diff(one, two).changes.map(({ kind }) => kind);
  expect(kinds.sort()).toEqual(["added", "added", "removed"]);
});

test("a type that contains itself ends", () => {
  const one = protocolWith(
    "export interface Tree { left?: Tree; right?: Tree | null }",
  );
  const two = protocolWith(
    "export interface Tree { left?: Tree; right?: Tree }",
  );
  expect(ruleNames(diff(one, two).changes)).toEqual(["member-removed"]);
});

test("what a base changes is inherited by the types that extend it", () => {
  const one = protocolWith(
    "export interface Base { a: string } export interface Derived extends Base { b: string }",
  );
  const two = protocolWith(
    "export interface Base { a?: string } export interface Derived extends Base { b: string }",
  );
  expect(diff(one, two).changes).toMatchObject([
    { where: { name: "Base", path: ["a"] } },
    { where: { name: "Derived", path: ["a"] }, inheritedFrom: "Base" },
  ]);
});

test("comments are compared where both sides carry some", () => {
  const one = protocolWith(
    "/** Says this. */ export interface Said { a: string }",
  );
  const two = protocolWith(
    "/** Says that. */ export interface Said { a: string }",
  );
  expect(ruleNames(diff(one, two).changes)).toEqual(["documentation"]);
  expect(diff(withoutDocs(one), two).changes).toEqual([]);
});

test("comments of fields are compared where nothing else has changed", () => {
  const type = (said: string): string =>
    `/** A. */ export interface Said { a: {\n/** ${said} */\nb: string }[] }`;
  const { changes } = diff(
    protocolWith(type("One.")),
    protocolWith(type("Two.")),
  );
  expect(changes).toMatchObject([
    {
      rule: "documentation",
      where: { name: "Said", path: ["a", "[]", "b"] },
      before: "One.",
      after: "Two.",
    },
  ]);
});

test("a message is sent by the side whose unions name it", () => {
  const one = protocolWith(
    'export interface EchoRequest extends Request { method: "echo"; params: { text: string } }',
  );
  const two = protocolWith(
    'export interface EchoRequest extends Request { method: "echo"; params: { text: string; more: string } }',
  );
  expect(diff(one, two).changes).toMatchObject([
    { rule: "required-field-added", senders: ["client"] },
  ]);
});

function ruleNames(changes: readonly Change[]): Rule[] {
  return changes.map(({ rule }) => rule);
}
