import { expect, test } from "vitest";
import { diff } from "../../../src/compat/protocol-diff/index.ts";
import { protocolWith } from "./small.ts";

/** What a field of a result was and is, with what both schemas declare besides. */
function changesOf(before: string, after: string, one = "", other = one) {
  const result = (type: string): string =>
    `export interface EchoResult extends Result {\n${type} }`;
  return diff(
    protocolWith(`${result(before)}\n${one}`),
    protocolWith(`${result(after)}\n${other}`),
  )
    .changes.filter(({ where }) => where.name === "EchoResult")
    .map(({ rule, where, before, after }) =>
      [where.path?.join("."), rule, before, after].join(" "),
    );
}

test("elements of a list are looked into", () => {
  expect(
    changesOf("m: { a: string }[]", "m: { a: string; b: string }[]"),
  ).toEqual(["m.[].b required-field-added  string"]);
});

test("two names are told as such, and not what they stand for", () => {
  const types =
    "export interface One { a: string } export interface Two { a: string; b: string }";
  expect(changesOf("m: One", "m: Two", types)).toEqual([
    "m values-narrowed One Two",
  ]);
});

test("the members of a union are told, also where it has a name", () => {
  const any = "export type Any = string | boolean;";
  expect(changesOf("m: Any", "m: string | boolean | null", any)).toEqual([
    "m member-added  null",
  ]);
});

test("a name stands for what its own revision says", () => {
  const any = (members: string): string => `export type Any = ${members};`;
  expect(
    changesOf(
      'm: "a" | "b"',
      "m: Any",
      any('"a" | "b"'),
      any('"a" | "b" | "c"'),
    ),
  ).toEqual(['m member-added  "c"']);
});

test("types with other limits are told as a whole", () => {
  expect(
    changesOf(
      "/** @maxItems 3 */ m: string[]",
      "/** @maxItems 5 */ m: (string | null)[]",
    ),
  ).toEqual([
    "m values-widened string[] /* maxItems 3 */ (null | string)[] /* maxItems 5 */",
  ]);
});

test("a renamed type is renamed where it is a member of a union", () => {
  const type = (name: string): string =>
    `export interface ${name} { a: string; b: null }`;
  expect(
    changesOf("m: One | null", "m: Two | null", type("One"), type("Two")),
  ).toEqual(["m type-renamed One Two"]);
});

test("what a message is sent with are its params, and what is inside them fields", () => {
  const echo = (params: string): string =>
    `export interface EchoRequest extends Request { method: "echo"; params${params} }`;
  const changes = (before: string, after: string) =>
    diff(protocolWith(echo(before)), protocolWith(echo(after))).changes;
  expect(changes(": { a: string }", "?: { a: string }")).toMatchObject([
    { subject: "params", rule: "field-optional" },
  ]);
  expect(
    changes(": { a: string }", ": { a: string; params: 1 }"),
  ).toMatchObject([{ subject: "field", rule: "required-field-added" }]);
});

test.each([
  ["@deprecated Use b.", "@deprecated Use b."],
  ["@deprecated", "@deprecated"],
  ["@format uri", "@format uri"],
  ['@default "a"', '@default "a"'],
  ["@see here", "@see here"],
])("what a tag says to people is documentation: %s", (tag, said) => {
  const b = "/** B. */ b: 1";
  const tagged = changesOf(
    `${b};\n/** ${tag} */\na: string`,
    `${b}; a: string`,
  );
  const untagged = changesOf(
    `${b}; a: string`,
    `${b};\n/** ${tag} */\na: string`,
  );
  expect(tagged).toEqual([`a documentation ${said} `]);
  expect(untagged).toEqual([`a documentation  ${said}`]);
});
