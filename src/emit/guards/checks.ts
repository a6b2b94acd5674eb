import type { JsonSchema } from "../json-schema/index.ts";
import { group, indent, line, type Doc } from "../print/layout.ts";
import type { FunctionItem, Item } from "../print/module.ts";
import { pascalCase } from "../print/names.ts";
import { statements } from "./check.ts";
import { createContext, type ContextState } from "./checks-context.ts";
import type { CheckScope, GuardContext, Told } from "./context.ts";
import { globals, helperItems, helperNames } from "./helpers.ts";
import { hasLimits } from "./limits.ts";
import { createLocals, self } from "./places.ts";
import { acceptsAnything } from "./schemas.ts";
import { unionBody } from "./union.ts";

/**
 * Prints a guard and a validator for each name, on one check for each schema.
 * `typeName` tells by which name the module knows a type.
 */
export function printChecks(
  guarded: readonly string[],
  definitions: ReadonlyMap<string, JsonSchema>,
  typeName: (name: string) => string,
): Item[] {
  const state = createContext(guarded, definitions, checkFunction);
  const checks = namedChecks(definitions, state);
  const unguarded = [...checks]
    .filter(([name]) => !guarded.includes(name))
    .map(([, check]) => check);
  const anonymous = state.anonymous();
  return [
    ...guarded.flatMap((name) => {
      const check = checks.get(name);
      if (check === undefined) return [];
      return [...publicFunctions(name, typeName(name), check), check];
    }),
    ...unguarded,
    ...anonymous,
    ...state.patterns(),
    ...helperItems([...checks.values(), ...anonymous]),
  ];
}

function namedChecks(
  definitions: ReadonlyMap<string, JsonSchema>,
  { context }: ContextState,
): ReadonlyMap<string, FunctionItem> {
  return new Map(
    [...definitions].map(([name, schema]) => [
      name,
      checkFunction(
        {
          name: context.checkNamed(name),
          owner: pascalCase(name),
          countsDepth: context.recursive.has(name),
          told: [],
        },
        schema,
        context,
      ),
    ]),
  );
}

/** How a check is called and what it is told. */
export interface CheckHead {
  readonly name: string;
  /** The name after which checks inside this one are named. */
  readonly owner: string;
  readonly countsDepth: boolean;
  readonly told: Told;
}

function checkFunction(
  { name, owner, countsDepth, told }: CheckHead,
  schema: JsonSchema,
  context: GuardContext,
): FunctionItem {
  const taken = ["value", "report", "depth", ...globals, ...helperNames];
  const locals = createLocals(taken);
  const scope: CheckScope = { context, locals, name: owner, countsDepth, told };
  const limit =
    'if (depth > maxDepth) return fail(report, value, "less nesting");';
  return {
    kind: "function",
    exported: false,
    name,
    parameters: [
      { name: "value", type: "unknown" },
      { name: "report", type: "Report | undefined" },
      ...(countsDepth ? [{ name: "depth", type: "number" }] : []),
    ],
    returns: "boolean",
    body: [...(countsDepth ? [limit] : []), ...checkBody(schema, scope)],
  };
}

function checkBody(schema: JsonSchema, scope: CheckScope): Doc[] {
  if (acceptsAnything(schema))
    return ['return value !== undefined || fail(report, value, "a value");'];
  if (schema.anyOf !== undefined && !hasLimits(schema))
    return unionBody(schema, scope, statements);
  return [...statements(schema, self, scope), "return true;"];
}

function publicFunctions(
  name: string,
  typeName: string,
  check: FunctionItem,
): FunctionItem[] {
  const depth = check.parameters.length > 2 ? ", 0" : "";
  const shared = {
    kind: "function",
    exported: true,
    parameters: [{ name: "value", type: "unknown" }],
  } as const;
  return [
    {
      ...shared,
      name: `is${name}`,
      returns: `value is ${typeName}`,
      body: [`return ${check.name}(value, undefined${depth});`],
    },
    {
      ...shared,
      name: `validate${name}`,
      returns: "Issue | undefined",
      body: [
        group(
          `return ${check.name}(value, report${depth})`,
          indent(line, "? undefined", line, ": takeIssue();"),
        ),
      ],
    },
  ];
}
