import { expect, test } from "vitest";
import { diff, type Rule } from "../../../src/compat/protocol-diff/index.ts";
import { protocolWith } from "./small.ts";

/** A type that several places use, and another one. */
const used = (role: string): string => `
export type Role = ${role};
export type Level = "low" | "high";
export interface EchoResult extends Result { text: Role; others: Role[]; level: Level }`;

const three = '"a" | "b" | "c"';

test.each<[other: string, there: Rule, back: Rule]>([
  ["string", "values-widened", "values-narrowed"],
  ["boolean", "values-replaced", "values-replaced"],
  ["Level", "values-replaced", "values-replaced"],
])("what was %s is told where it is declared alone", (other, there, back) => {
  const [one, two] = [protocolWith(used(three)), protocolWith(used(other))];
  expect(diff(one, two).changes).toMatchObject([
    { rule: there, where: { name: "Role" }, senders: ["server"] },
  ]);
  expect(diff(two, one).changes).toMatchObject([
    { rule: back, where: { name: "Role" } },
  ]);
});

test("so is one that has a single value left", () => {
  const [one, two] = [protocolWith(used(three)), protocolWith(used('"a"'))];
  expect(
    diff(one, two).changes.map(({ rule, where }) => [rule, where]),
  ).toEqual([
    ["member-removed", { name: "Role" }],
    ["member-removed", { name: "Role" }],
  ]);
});

test("a place that takes another type instead is told itself", () => {
  const [one, two] = [
    protocolWith(used(three)),
    protocolWith(used(three).replace("text: Role", "text: string")),
  ];
  expect(diff(one, two).changes).toMatchObject([
    { rule: "values-widened", where: { name: "EchoResult", path: ["text"] } },
  ]);
});
