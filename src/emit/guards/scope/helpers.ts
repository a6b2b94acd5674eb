import { fixedItem, neededCode } from "../../print/fixed-item.ts";
import { code, type Name } from "../../fixed/guards.ts";
import { call, named, type Doc } from "../../print/layout.ts";
import type { Item } from "../../print/module.ts";
import { namesIn } from "../../print/names-in.ts";

/**
 * The names that the fixed part of the module declares. No guard has one of them:
 * guards start with `is` and `validate`, and their checks with `check`.
 */
export const helperNames: readonly string[] = Object.keys(code);

/** Globals that the emitted code uses, whatever the schema calls its types. */
export const globals: readonly string[] = [
  "Array",
  "BigInt",
  "Number",
  "Object",
  "RegExp",
  "Set",
];

export const issueType: Item = fixedItem(code.Issue, true);

/** A name of the fixed part, where an emitted text refers to it. */
export function helper(name: Name): Doc {
  return named(name);
}

/** A call of a function of the fixed part. */
export function callHelper(name: Name, ...args: Doc[]): Doc {
  return call(helper(name), args);
}

/** What the items refer to, and what that refers to; `Issue` stands apart. */
export function helperItems(items: readonly Item[]): Item[] {
  const own = items.flatMap(namesIn).filter(({ from }) => from === undefined);
  const names = own.map(({ name }) => name);
  return neededCode(code, names)
    .filter(({ name }) => name !== code.Issue.name)
    .map((one) => fixedItem(one, one.name === code.maxDepth.name));
}
