import type { GuardSchema } from "./scope/guard-schema.ts";
import type { FunctionItem, Item } from "../print/module.ts";
import { freeName, pascalCase, quote } from "../print/names.ts";
import { needsDepth } from "./scope/calls.ts";
import type { CheckHead } from "./scope/check-head.ts";
import type { GuardContext } from "./scope/context.ts";
import { recursiveNames } from "./scope/recursion.ts";

/** What the checks of a module have asked for so far. */
export interface ContextState {
  readonly context: GuardContext;
  /** The definitions whose checks have been asked for by name. */
  readonly called: ReadonlySet<string>;
  /** The checks of schemas that have no name. */
  anonymous(): FunctionItem[];
  patterns(): Item[];
}

type PrintCheck = (
  head: CheckHead,
  schema: GuardSchema,
  context: GuardContext,
) => FunctionItem;

/** Of a module, what its checks share. */
interface Shared {
  readonly guarded: readonly string[];
  readonly definitions: ReadonlyMap<string, GuardSchema>;
  borrow?(name: string): unknown;
}

export function createContext(
  { guarded, definitions, borrow }: Shared,
  print: PrintCheck,
): ContextState {
  const called = new Set<string>();
  // What another module checks counts its depth itself.
  const own = new Map(
    [...definitions].filter(([name]) => borrow?.(name) === undefined),
  );
  const patterns = new Map<string, string>();
  const anonymous = new Map<string, FunctionItem>();
  const names = new Map<string, string>();
  const used = new Set(guarded.map((name) => `check${name}`));
  const others = new Map(
    [...definitions.keys()]
      .filter((name) => !guarded.includes(name))
      .map((name) => [name, freeCheckName(name, used)]),
  );
  const context: GuardContext = {
    definitions,
    recursive: recursiveNames(own),
    checkNamed(name) {
      called.add(name);
      return others.get(name) ?? `check${name}`;
    },
    pattern(source) {
      const name = patterns.get(source) ?? `pattern${patterns.size + 1}`;
      patterns.set(source, name);
      return name;
    },
    checkOf(schema, wish, told = []) {
      const key = JSON.stringify([schema, ...told]);
      const known = names.get(key);
      if (known !== undefined) return known;
      const name = freeCheckName(wish, used);
      names.set(key, name);
      const countsDepth = needsDepth(schema, context);
      const head = { name, owner: wish, countsDepth, told };
      anonymous.set(key, print(head, schema, context));
      return name;
    },
  };
  return {
    context,
    called,
    anonymous: () => [...anonymous.values()],
    patterns: () =>
      [...patterns].map(([source, name]) => patternConstant(name, source)),
  };
}

function freeCheckName(wish: string, used: Set<string>): string {
  return freeName(`check${pascalCase(wish)}`, used);
}

function patternConstant(name: string, source: string): Item {
  const value = `/* @__PURE__ */ new RegExp(${quote(source)}, "u")`;
  return { kind: "constant", exported: false, name, type: "RegExp", value };
}
