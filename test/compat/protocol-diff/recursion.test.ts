import { expect, test } from "vitest";
import { diff } from "../../../src/compat/protocol-diff/index.ts";
import { protocolWith } from "./small.ts";

/** Aliases whose members lead back to themselves, past no type with a name. */
const forms = [
  (own: string) => `{ left: A | null; own: ${own} } | null`,
  (own: string) => `{ left?: A | string; own: ${own} } | number`,
  (own: string) => `[A | null, ${own}] | null`,
  (own: string) => `{ [key: string]: A | { own: ${own} } | null } | number`,
  (own: string) => `Readonly<{ left: A | null; own: ${own} }> | null`,
  (own: string) => `{ x: { y: [{ left: A | null; own: ${own} }] } } | null`,
];

test.each(forms)("what a member of form %# says is compared", (form) => {
  const [before, after] = ["string", "number"].map((own) =>
    protocolWith(`export type A = ${form(own)};`),
  );
  if (!before || !after) throw new Error("unreachable");
  expect(diff(before, before).changes).toEqual([]);
  const { changes } = diff(before, after);
  expect(new Set(changes.map(({ where }) => where.name))).toEqual(
    new Set(["A member 1"]),
  );
  const senders = changes.map(({ effect }) => effect.olderSenders);
  expect(senders).toContain("breaking");
});

test("two aliases that lead back through each other are compared", () => {
  const text = (own: string): string =>
    `export type A = { b: B | null; own: ${own} } | null;\nexport type B = { a: A | 1 } | string;`;
  const [before, after] = [text("string"), text("number")].map((one) =>
    protocolWith(one),
  );
  if (!before || !after) throw new Error("unreachable");
  expect(diff(before, before).changes).toEqual([]);
  expect(diff(before, after).changes.map(({ where }) => where)).toEqual([
    { name: "A member 1", path: ["own"] },
  ]);
});
