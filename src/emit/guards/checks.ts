import type { GuardSchema } from "./scope/guard-schema.ts";
import { comment } from "../print/comment.ts";
import { group, indent, line, named, type Doc } from "../print/layout.ts";
import type { FunctionItem, Item, Parameter } from "../print/module.ts";
import { pascalCase, quote } from "../print/names.ts";
import { statements } from "./check.ts";
import type { CheckHead } from "./scope/check-head.ts";
import { createContext, type ContextState } from "./checks-context.ts";
import type { CheckScope, GuardContext } from "./scope/context.ts";
import {
  callHelper,
  globals,
  helper,
  helperItems,
  helperNames,
} from "./scope/helpers.ts";
import { hasLimits } from "./scope/limits.ts";
import { createLocals, self } from "./scope/places.ts";
import { acceptsAnything } from "./scope/schemas.ts";
import { neededChecks } from "./needed-checks.ts";
import { oneOfBody } from "./kinds/one-of.ts";
import { unionBody } from "./kinds/union.ts";

/** What a module checks. */
export interface Checks {
  /** The types that get a guard and a validator. */
  readonly guarded: readonly string[];
  /** Every schema that one of them may refer to. */
  readonly definitions: ReadonlyMap<string, GuardSchema>;
  /** The name by which the module knows a type. */
  typeName(name: string): Doc;
  /** Whether what is exported says what it does. */
  readonly docs: boolean;
  /** What a guard says of itself, where that is not what all of the protocol say. */
  readonly guardNote?: string;
  /** Whether what is found of a value is kept, where it may be checked for it again and again. */
  readonly remembers?: boolean;
  /** The validator in another module that checks a definition, where there is one. */
  borrow?(name: string): Doc | undefined;
}

/** Prints a guard and a validator for each name, on one check for each schema. */
export function printChecks(module: Checks): Item[] {
  const { guarded, definitions, typeName, borrow } = module;
  const state = createContext(module, checkFunction);
  const checks =
    borrow || module.remembers
      ? calledChecks(guarded, definitions, borrow, state)
      : namedChecks(definitions.keys(), definitions, state);
  const isGuarded = new Set(guarded);
  const unguarded = [...checks]
    .filter(([name]) => !isGuarded.has(name))
    .map(([, check]) => check);
  const anonymous = state.anonymous();
  const items = neededChecks([
    ...guarded.flatMap((name): Item[] => {
      const check = checks.get(name);
      if (check === undefined) return [];
      return [
        ...publicFunctions(name, typeName(name), check, state, module),
        check,
      ];
    }),
    ...unguarded,
    ...anonymous,
    ...state.behind(),
    ...state.patterns(),
    ...state.valueSets(),
  ]);
  return [...items, ...helperItems(items)];
}

type NamedChecks = Map<string, FunctionItem>;

function namedChecks(
  names: Iterable<string>,
  definitions: ReadonlyMap<string, GuardSchema>,
  { context, rememberIn }: ContextState,
): NamedChecks {
  const checks: NamedChecks = new Map();
  for (const name of names) {
    const check = checkFunction(
      {
        name: context.checkNamed(name),
        owner: pascalCase(name),
        countsDepth: context.recursive.has(name),
        told: [],
      },
      definitions.get(name) ?? {},
      context,
    );
    checks.set(
      name,
      context.remembered.has(name) ? rememberIn(name, check) : check,
    );
  }
  return checks;
}

/** The checks of some types, and of what they call: borrowed, where another module has it. */
function calledChecks(
  guarded: readonly string[],
  definitions: ReadonlyMap<string, GuardSchema>,
  borrow: Checks["borrow"],
  state: ContextState,
): NamedChecks {
  const { context } = state;
  const checks = namedChecks(guarded, definitions, state);
  // A set also visits what is added on the way.
  for (const name of state.called) {
    if (checks.has(name)) continue;
    const validator = borrow?.(name);
    const check =
      validator === undefined
        ? namedChecks([name], definitions, state)
        : [[name, borrowedCheck(context.checkNamed(name), validator)] as const];
    for (const [, one] of check) checks.set(name, one);
  }
  return checks;
}

function borrowedCheck(name: string, validator: Doc): FunctionItem {
  const said: Doc = [validator, "(value)"];
  return {
    kind: "function",
    exported: false,
    name,
    parameters: checkParameters,
    returns: "boolean",
    body: [["return ", callHelper("borrow", "report", "value", said), ";"]],
  };
}

const checkParameters: readonly Parameter[] = [
  { name: "value", type: "unknown" },
  { name: "report", type: [helper("Report"), " | undefined"] },
];

function checkFunction(
  { name, owner, countsDepth, told }: CheckHead,
  schema: GuardSchema,
  context: GuardContext,
): FunctionItem {
  const taken = ["value", "report", "depth", ...globals, ...helperNames];
  const locals = createLocals(taken);
  const scope: CheckScope = { context, locals, name: owner, countsDepth, told };
  const isDeep: Doc = ["if (depth > ", helper("maxDepth"), ") "];
  const limit: Doc = context.remembers
    ? [isDeep, callHelper("refuseDepth"), ";"]
    : [
        [isDeep, "return "],
        [callHelper("fail", "report", "value", quote("less nesting")), ";"],
      ];
  return {
    kind: "function",
    exported: false,
    name,
    parameters: [
      ...checkParameters,
      ...(countsDepth ? [{ name: "depth", type: "number" }] : []),
    ],
    returns: "boolean",
    body: [...(countsDepth ? [limit] : []), ...checkBody(schema, scope)],
  };
}

function checkBody(schema: GuardSchema, scope: CheckScope): Doc[] {
  const failed = callHelper("fail", "report", "value", quote("a value"));
  if (acceptsAnything(schema))
    return [["return value !== undefined || ", failed, ";"]];
  if (schema.anyOf !== undefined && !hasLimits(schema))
    return unionBody(schema, scope, statements);
  if (schema.oneOf !== undefined && !hasLimits(schema))
    return oneOfBody(schema.oneOf, scope);
  return [...statements(schema, self, scope), "return true;"];
}

function publicFunctions(
  name: string,
  typeName: Doc,
  check: FunctionItem,
  { begins }: ContextState,
  {
    docs,
    guardNote = "Whether it is one; more fields pass.",
  }: Pick<Checks, "docs" | "guardNote">,
): FunctionItem[] {
  const depth = check.parameters.length > 2 ? ", 0" : "";
  const checkName = named(check.name);
  const begin = begins(name);
  const shared = {
    kind: "function",
    exported: true,
    parameters: [{ name: "value", type: "unknown" }],
  } as const;
  const note = (text: string): { comment?: Doc } =>
    docs ? { comment: comment(text) } : {};
  return [
    {
      ...shared,
      ...note(guardNote),
      name: `is${name}`,
      returns: ["value is ", typeName],
      body: [
        begin
          ? [
              "return ",
              callHelper("begin", checkName, "value", "undefined"),
              ";",
            ]
          : ["return ", checkName, `(value, undefined${depth});`],
      ],
    },
    {
      ...shared,
      ...note("Why not; undefined if it is one."),
      name: `validate${name}`,
      returns: [helper("Issue"), " | undefined"],
      body: [
        group(
          begin
            ? [
                "return ",
                callHelper("begin", checkName, "value", helper("report")),
              ]
            : ["return ", checkName, "(value, ", helper("report"), depth, ")"],
          indent(line, "? undefined", line, ": ", helper("takeIssue"), "();"),
        ),
      ],
    },
  ];
}
