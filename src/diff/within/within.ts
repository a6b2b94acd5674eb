import { limitsWithin, withLimits } from "./limits.ts";
import { isList, listWithin } from "./lists.ts";
import { fieldOnWire, namesOnWire } from "../shape/on-wire.ts";
import type { ObjectShape, Shape } from "../shape/shape.ts";
import { splitFor } from "./split.ts";
import { textOf } from "../shape/text.ts";
import { indexOf, isUnknown, jsonTypes } from "../shape/unknown.ts";

/** Whether every value that one type means is accepted by another. */
export type Within = (from: Shape, to: Shape) => boolean;

/** Follows a reference to the shape that it names. */
export type Expand = (shape: Shape) => Shape;

/** Follows names to the types of one revision, or else to those of the other. */
export function createExpand(
  own: ReadonlyMap<string, Shape>,
  other: ReadonlyMap<string, Shape>,
): Expand {
  return (shape) => {
    let reached = shape;
    for (let steps = 0; steps <= own.size + other.size; steps++) {
      if (reached.kind !== "reference") return reached;
      const target = own.get(reached.name) ?? other.get(reached.name);
      if (target === undefined) return reached;
      reached = withLimits(target, reached.limits);
    }
    return reached;
  };
}

/**
 * Says yes where it can prove it, of values as their type means them: what a type
 * neither declares nor has an index signature for, its values do not have. Objects
 * accept it all the same, unless they are `closed`.
 */
export function createWithin(
  expand: Expand,
  { closed = false }: { closed?: boolean } = {},
): Within {
  const pending = new Set<string>();
  const refused = new Set<string>();

  function within(from: Shape, to: Shape): boolean {
    const [left, right] = [textOnWire(from), textOnWire(to)];
    if (left === right) return true;
    const key = `${left} → ${right}`;
    if (refused.has(key)) return false;
    // A pair that is met inside itself holds if the rest does.
    if (pending.has(key)) return true;
    pending.add(key);
    const holds = compare(expand(from), expand(to));
    pending.delete(key);
    if (!holds) refused.add(key);
    return holds;
  }

  function compare(from: Shape, to: Shape): boolean {
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
        isBooleanWithin(from, to) ||
        isSplitWithin(from, to)
      );
    if (to.kind === "intersection")
      return to.members.every((one) => within(from, one));
    if (from.kind === "intersection")
      return from.members.some((one) => within(one, to));
    return limitsWithin(from, to) && bodyWithin(from, to);
  }

  /** A union has `true` and `false` for a boolean. */
  function isBooleanWithin(from: Shape, to: Shape): boolean {
    return (
      from.kind === "keyword" &&
      from.name === "boolean" &&
      [true, false].every((value) => within({ kind: "literal", value }, to))
    );
  }

  /** Each part of an object may be within another member. */
  function isSplitWithin(from: Shape, to: Shape & { kind: "union" }): boolean {
    if (from.kind !== "object") return false;
    const parts = splitFor(from, to.members, expand);
    return parts !== undefined && parts.every((part) => within(part, to));
  }

  function bodyWithin(from: Shape, to: Shape): boolean {
    if (isUnknown(to)) return true;
    if (to.kind === "keyword")
      return from.kind === "keyword"
        ? from.name === to.name ||
            (from.name === "integer" && to.name === "number")
        : from.kind === "literal" && typeNames(from.value).includes(to.name);
    if (to.kind === "literal")
      return from.kind === "literal" && from.value === to.value;
    if (to.kind === "object")
      return from.kind === "object" && fieldsWithin(from, to);
    return isList(to) && isList(from) && listWithin(from, to, within);
  }

  function fieldsWithin(from: ObjectShape, to: ObjectShape): boolean {
    const known = namesOnWire(to);
    const declared = [...known].every((name) => fieldWithin(name, from, to));
    const index = closed ? (indexOf(to) ?? none) : to.index;
    if (!declared || index === undefined) return declared;
    const own = indexOf(from);
    const others = [...from.fields].filter(([name]) => !known.has(name));
    return (
      others.every(([, { shape }]) => within(shape, index)) &&
      (own === undefined || within(own, index))
    );
  }

  function fieldWithin(
    name: string,
    from: ObjectShape,
    to: ObjectShape,
  ): boolean {
    const [own, wanted] = [fieldOnWire(from, name), fieldOnWire(to, name)];
    if (wanted === undefined) return true;
    const isNeeded = !wanted.optional && to.assumed !== name;
    if (isNeeded && (own === undefined || own.optional)) return false;
    if (own !== undefined) return within(own.shape, wanted.shape);
    const { index } = from;
    return (
      index === undefined ||
      (isUnknown(index) && to.index !== undefined && isUnknown(to.index)) ||
      within(index, wanted.shape)
    );
  }

  return within;
}

/** What properties are that there may not be. */
const none: Shape = { kind: "keyword", name: "never" };

/** Types of the same text are not the same where one has an envelope. */
function textOnWire(shape: Shape): string {
  const isSent = shape.kind === "object" && shape.envelope !== undefined;
  return isSent ? `sent ${textOf(shape)}` : textOf(shape);
}

function typeNames(value: string | number | boolean): string[] {
  return Number.isInteger(value) ? ["integer", "number"] : [typeof value];
}
