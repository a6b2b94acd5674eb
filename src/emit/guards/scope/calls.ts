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
  const { context } = scope;
  const name = hasLimits(schema) ? undefined : referredName(schema);
  const wish = scope.name + place.path.filter(isKey).map(pascalCase).join("");
  const callee =
    name === undefined
      ? context.checkOf(schema, wish, told)
      : context.checkNamed(name);
  const depth = needsDepth(schema, context) ? [depthAt(place, scope)] : [];
  return call(named(callee), [place.code, report, ...depth]);
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
