import type { GuardSchema } from "./scope/guard-schema.ts";
import { call, list, named } from "../print/layout.ts";
import { callHelper } from "./scope/helpers.ts";
import type { ConstantItem, FunctionItem, Item } from "../print/module.ts";
import { freeName, pascalCase, quote } from "../print/names.ts";
import { needsDepth } from "./scope/calls.ts";
import type { CheckHead } from "./scope/check-head.ts";
import type { GuardContext } from "./scope/context.ts";
import { rememberedNames } from "./scope/remembered.ts";
import { leadingTo, recursiveNames } from "./scope/recursion.ts";

/** What the checks of a module have asked for so far. */
export interface ContextState {
  readonly context: GuardContext;
  /** The definitions whose checks have been asked for by name. */
  readonly called: ReadonlySet<string>;
  /** The checks of schemas that have no name. */
  anonymous(): FunctionItem[];
  patterns(): Item[];
  /** The lists of texts that are looked up. */
  valueSets(): Item[];
  /** The check of a definition that keeps what it finds; it stands before the one that is given. */
  rememberIn(name: string, check: FunctionItem): FunctionItem;
  /** The checks that stand behind one that keeps what they find. */
  behind(): FunctionItem[];
  /** Whether a definition leads to checks that keep something, or that count the depth. */
  begins(name: string): boolean;
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
  readonly remembers?: boolean;
  borrow?(name: string): unknown;
}

export function createContext(
  { guarded, definitions, borrow, remembers = false }: Shared,
  print: PrintCheck,
): ContextState {
  const called = new Set<string>();
  // What another module checks counts its depth itself.
  const own = new Map(
    [...definitions].filter(([name]) => borrow?.(name) === undefined),
  );
  const patterns = new Map<string, string>();
  const valueSets = new Map<string, ConstantItem>();
  const anonymous = new Map<string, FunctionItem>();
  const names = new Map<string, string>();
  const used = new Set(guarded.map((name) => `check${name}`));
  const others = new Map(
    [...definitions.keys()]
      .filter((name) => !guarded.includes(name))
      .map((name) => [name, freeCheckName(name, used)]),
  );
  const recursive = recursiveNames(own);
  const context: GuardContext = {
    definitions,
    recursive,
    remembers,
    allowsNulls: !remembers,
    remembered: remembers ? rememberedNames(own, recursive) : new Set(),
    checkNamed(name) {
      called.add(name);
      return others.get(name) ?? `check${name}`;
    },
    pattern(source) {
      const name = patterns.get(source) ?? `pattern${patterns.size + 1}`;
      patterns.set(source, name);
      return name;
    },
    valueSet(texts) {
      const key = JSON.stringify(texts);
      const item = valueSets.get(key) ?? setConstant(texts, used);
      valueSets.set(key, item);
      return item.name;
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
  const numbers = [...context.remembered];
  const behind: FunctionItem[] = [];
  const beginning = remembers
    ? leadingTo(definitions, new Set([...recursive, ...context.remembered]))
    : new Set<string>();
  return {
    context,
    called,
    begins: (name) => beginning.has(name),
    behind: () => behind,
    rememberIn(name, check) {
      const other = freeCheckName(`${name}Anew`, used);
      behind.push({ ...check, name: other });
      return rememberingCheck(check, other, numbers.indexOf(name));
    },
    anonymous: () => [...anonymous.values()],
    valueSets: () => [...valueSets.values()],
    patterns: () =>
      [...patterns].map(([source, name]) => patternConstant(name, source)),
  };
}

function freeCheckName(wish: string, used: Set<string>): string {
  return freeName(`check${pascalCase(wish)}`, used);
}

/** Looks what has been found of a value, before it is looked into. */
function rememberingCheck(
  check: FunctionItem,
  other: string,
  number: number,
): FunctionItem {
  const names = check.parameters.map(({ name }) => name);
  const recalled = callHelper("recall", String(number), "value", "report");
  const anew = call(named(other), names);
  return {
    ...check,
    body: [
      ["const known = ", recalled, ";"],
      ["if (known !== undefined) return known;"],
      ["return ", callHelper("keep", String(number), "value", anew), ";"],
    ],
  };
}

function patternConstant(name: string, source: string): Item {
  const value = call("/* @__PURE__ */ new RegExp", [quote(source), '"u"']);
  return { kind: "constant", exported: false, name, type: "RegExp", value };
}

/** Its name begins as those of checks do, which no variable has. */
function setConstant(
  texts: readonly string[],
  used: Set<string>,
): ConstantItem {
  return {
    kind: "constant",
    exported: false,
    name: freeCheckName("Values", used),
    type: "Set<unknown>",
    value: list("/* @__PURE__ */ new Set([", texts.map(quote), "])"),
  };
}
