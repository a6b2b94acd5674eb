import { describe, expect, test } from "vitest";
import {
  diff,
  rules,
  type Change,
  type Effect,
  type Rule,
} from "../../../src/compat/protocol-diff/index.ts";
import { withoutDocs } from "../../../src/schema/model/without-docs.ts";
import { ruleCases, type Breaks } from "./rule-cases.ts";
import { judgeSent } from "./sent.ts";
import { protocolWith } from "./small.ts";
import { valueCases } from "./value-cases.ts";

const effects: Record<Breaks, Effect> = {
  nobody: { olderReceivers: "compatible", olderSenders: "compatible" },
  receivers: { olderReceivers: "breaking", olderSenders: "compatible" },
  senders: { olderReceivers: "compatible", olderSenders: "breaking" },
  both: { olderReceivers: "breaking", olderSenders: "breaking" },
};

describe.each([...ruleCases, ...valueCases])("$one, or $other", (rule) => {
  const left = protocolWith(rule.one);
  const right = protocolWith(rule.other, rule.facts);
  const ways = [
    { from: left, to: right, way: rule.ways[0] },
    { from: right, to: left, way: rule.ways[1] },
  ];

  test.each(ways)("is $way", ({ from, to, way: [name, breaks] }) => {
    const { changes } = diff(from, to);
    const found = changes.filter((change) => change.rule === name);
    expect(found).not.toEqual([]);
    for (const { effect } of found) expect(effect).toEqual(effects[breaks]);
    // Nor does anything else that is told of it say more.
    expect(effectOfAll(changes)).toEqual(effects[breaks]);
  });

  test("does to what is sent what is expected of it", async () => {
    const { sent = { type: "EchoResult" } } = rule;
    for (const { from, to, way } of ways)
      expect(await judgeSent(from, to, sent)).toEqual(effects[way[1]]);
  });

  test("is no change to itself", () => {
    expect(diff(right, right).changes).toEqual([]);
  });
});

test("every rule has a case", () => {
  const met = new Set(
    ruleCases.flatMap(({ ways }) => ways.map(([rule]) => rule)),
  );
  expect([...met].sort()).toEqual(Object.keys(rules).sort());
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

function effectOfAll(changes: readonly Change[]): Effect {
  const verdict = (way: keyof Effect) =>
    changes.some(({ effect }) => effect[way] === "breaking")
      ? "breaking"
      : "compatible";
  return {
    olderReceivers: verdict("olderReceivers"),
    olderSenders: verdict("olderSenders"),
  };
}
