import type { GuardSchema } from "./guard-schema.ts";
import { call, named, type Doc } from "../../print/layout.ts";
import { pascalCase } from "../../print/names.ts";
import type { CheckScope, GuardContext, Told } from "./context.ts";
import { hasLimits } from "./limits.ts";
import type { Place } from "./places.ts";
import { references } from "./recursion.ts";
import { referredName } from "./schemas.ts";
import { ifStatement, passOn } from "./statements.ts";

/** How a check is called. */
interface CallOptions {
  /** Where it says why a value is refused; nowhere, unless it may report. */
  readonly report?: "report" | "undefined";
  readonly told?: Told;
}

/** A call of the check that a schema needs. */
export function checkCall(
  schema: GuardSchema,
  place: Place,
  scope: CheckScope,
  { report = "report", told = [] }: CallOptions = {},
): Doc {
  const callee = checkName(schema, place, scope, told);
  const isDeep = needsDepth(schema, scope.context);
  const depth = isDeep ? [depthAt(place, scope)] : [];
  return call(callee, [place.code, report, ...depth]);
}

/** The name of the check that a schema needs. */
export function checkName(
  schema: GuardSchema,
  place: Place,
  { context, name: owner }: CheckScope,
  told: Told = [],
): Doc {
  const name = hasLimits(schema) ? undefined : referredName(schema);
  const wish = owner + place.path.filter(isKey).map(pascalCase).join("");
  return named(
    name === undefined
      ? context.checkOf(schema, wish, told)
      : context.checkNamed(name),
  );
}

/** The statement that returns when the check that a schema needs has failed. */
export function callStatement(
  schema: GuardSchema,
  place: Place,
  scope: CheckScope,
): Doc {
  const test = checkCall(schema, place, scope);
  return ifStatement(["!", test], passOn(place));
}

/** Whether the check of a schema is told how deep its value lies. */
export function needsDepth(
  schema: GuardSchema,
  context: GuardContext,
): boolean {
  const name = referredName(schema);
  if (name !== undefined) return context.recursive.has(name);
  return [...references(schema)].some((used) => context.recursive.has(used));
}

function depthAt(place: Place, { countsDepth }: CheckScope): string {
  if (!countsDepth) return "0";
  return place.path.length === 0 ? "depth" : "depth + 1";
}

function isKey(segment: string): boolean {
  return segment.startsWith('"');
}
