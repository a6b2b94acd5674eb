import type { Shape } from "../shape/shape.ts";
import { isUnknown, jsonTypes } from "../shape/unknown.ts";
import { areFieldsWithin } from "./fields.ts";
import { limitsWithin, withLimits } from "./limits.ts";
import { isList, listWithin } from "./lists.ts";
import type { Relation } from "./relation.ts";
import { splitFor } from "./split.ts";

/** Whether the values of one type, whose name has been followed, are among those of another. */
export function areValuesWithin(
  from: Shape,
  to: Shape,
  relation: Relation,
): boolean {
  const { within } = relation;
  if (isUnknown(to) && to.limits === undefined) return true;
  if (isUnknown(from))
    return jsonTypes.every((one) => within(withLimits(one, from.limits), to));
  if (from.kind === "keyword" && from.name === "never") return true;
  if (from.kind === "union")
    return from.members.every((one) =>
      within(withLimits(one, from.limits), to),
    );
  if (to.kind === "union")
    return (
      to.members.some((one) => within(from, withLimits(one, to.limits))) ||
      isBooleanWithin(from, to, relation) ||
      isSplitWithin(from, to, relation)
    );
  if (to.kind === "intersection")
    return to.members.every((one) => within(from, one));
  if (from.kind === "intersection")
    return from.members.some((one) => within(one, to));
  return limitsWithin(from, to) && isBodyWithin(from, to, relation);
}

/** A union has `true` and `false` for a boolean. */
function isBooleanWithin(
  from: Shape,
  to: Shape,
  { within }: Relation,
): boolean {
  return (
    from.kind === "keyword" &&
    from.name === "boolean" &&
    [true, false].every((value) => within({ kind: "literal", value }, to))
  );
}

/** Each part of an object may be within another member. */
function isSplitWithin(
  from: Shape,
  to: Shape & { kind: "union" },
  { expand, within }: Relation,
): boolean {
  if (from.kind !== "object") return false;
  const parts = splitFor(from, to.members, expand);
  return parts !== undefined && parts.every((part) => within(part, to));
}

function isBodyWithin(from: Shape, to: Shape, relation: Relation): boolean {
  if (isUnknown(to)) return true;
  if (to.kind === "keyword")
    return from.kind === "keyword"
      ? from.name === to.name ||
          (from.name === "integer" && to.name === "number")
      : from.kind === "literal" && typeNames(from.value).includes(to.name);
  if (to.kind === "literal")
    return from.kind === "literal" && from.value === to.value;
  if (to.kind === "object")
    return from.kind === "object" && areFieldsWithin(from, to, relation);
  return isList(to) && isList(from) && listWithin(from, to, relation.within);
}

function typeNames(value: string | number | boolean): string[] {
  return Number.isInteger(value) ? ["integer", "number"] : [typeof value];
}
