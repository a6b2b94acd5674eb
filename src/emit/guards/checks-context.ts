import type { JsonSchema } from "../json-schema/index.ts";
import type { FunctionItem, Item } from "../print/module.ts";
import { freeName, pascalCase, quote } from "../print/names.ts";
import { needsDepth } from "./scope/calls.ts";
import type { CheckHead } from "./scope/check-head.ts";
import type { GuardContext } from "./scope/context.ts";
import { recursiveNames } from "./scope/recursion.ts";

/** What the checks of a module have asked for so far. */
export interface ContextState {
  readonly context: GuardContext;
  /** The checks of schemas that have no name. */
  anonymous(): FunctionItem[];
  patterns(): Item[];
}

type PrintCheck = (
  head: CheckHead,
  schema: JsonSchema,
  context: GuardContext,
) => FunctionItem;

export function createContext(
  guarded: readonly string[],
  definitions: ReadonlyMap<string, JsonSchema>,
  print: PrintCheck,
): ContextState {
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
    recursive: recursiveNames(definitions),
    checkNamed: (name) => others.get(name) ?? `check${name}`,
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
