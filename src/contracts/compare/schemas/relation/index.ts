import type { SchemaDocument } from "../../../../schema/model/index.ts";
import type { Effort } from "./effort.ts";
import type { Term } from "./term.ts";
import { createProver, type WithinOptions } from "./within.ts";
import { hasWitness } from "./witness/find.ts";

export { isAnnotation, isNever, termKey, saysNothing, textOf } from "./key.ts";
export { createEffort, type Effort } from "./effort.ts";
export { membersOf } from "./members.ts";
export { beside, never, targetOf, type Term } from "./term.ts";
export type { WithinOptions } from "./within.ts";

/**
 * Whether all values that fit one schema are proven to fit another one. A no says that
 * there is no proof: it was not found, or there is such a value.
 */
export function withinSchema(
  from: SchemaDocument,
  to: SchemaDocument,
  options: WithinOptions = {},
): boolean {
  return isWithin(rootOf(from), rootOf(to), options);
}

/** A schema as it stands for itself. */
export function rootOf({ root, definitions }: SchemaDocument): Term {
  return { schema: root, definitions };
}

/** What is known of the values of two schemas. */
export type Relation = "within" | "not within" | "unknown";

/**
 * Whether all values of one schema, none of which has properties that it says nothing of,
 * fit another one; unknown where neither a proof is found, nor a value that does not.
 */
export function relate(from: Term, to: Term, effort: Effort): Relation {
  if (isWithin(from, to, { declared: true, effort })) return "within";
  const isRefuted = unlessTooLong(() => hasWitness(from, to, effort));
  return isRefuted ? "not within" : "unknown";
}

/** Whether all values of one schema are proven to fit another one. */
export function isWithin(
  from: Term,
  to: Term,
  options: WithinOptions = {},
): boolean {
  return unlessTooLong(() => createProver(options).proves([from], to));
}

/** No, where it takes too many steps to hold a value against a schema. */
function unlessTooLong(judge: () => boolean): boolean {
  try {
    return judge();
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
