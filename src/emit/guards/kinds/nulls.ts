import { group, indent, line, type Doc } from "../../print/layout.ts";
import { quote } from "../../print/names.ts";
import type { CheckScope } from "../scope/context.ts";
import type { GuardSchema } from "../scope/guard-schema.ts";
import { callHelper } from "../scope/helpers.ts";
import type { Place } from "../scope/places.ts";
import { typesOf } from "../scope/schemas.ts";
import { and, ifStatement } from "../scope/statements.ts";

/**
 * Conditions of an optional field that is present. Null counts as absent in a marked
 * object, unless the type of the field admits null.
 */
export function presence(
  name: string,
  schema: GuardSchema,
  { code }: Place,
  owner: Place,
  scope: CheckScope,
): { readonly isPresent: Doc; readonly isMeant: readonly Doc[] } {
  const isPresent = `${code} !== undefined`;
  if (!mayLeaveOut(schema, scope)) return { isPresent, isMeant: [] };
  const leavesOut = callHelper("leavesOut", "report", owner.code, quote(name));
  const others = indent(" ||", line, "!", leavesOut);
  return { isPresent, isMeant: [group(`(${code} !== null`, others, ")")] };
}

/** Skips a null entry of a map under the same conditions. */
export function skipNullEntry(
  schema: GuardSchema,
  entry: Place,
  { owner, key }: { readonly owner: Place; readonly key: string },
  scope: CheckScope,
): Doc[] {
  if (!mayLeaveOut(schema, scope)) return [];
  const leavesOut = callHelper("leavesOut", "report", owner.code, key);
  const isNull = `${entry.code} === null`;
  return [ifStatement(and([isNull, leavesOut]), "continue;")];
}

function mayLeaveOut(schema: GuardSchema, { context }: CheckScope): boolean {
  return (
    context.allowsNulls &&
    !typesOf(schema, context.definitions).includes("null")
  );
}
