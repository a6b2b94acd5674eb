import { isRangeWithin } from "./number-range.ts";
import { fieldOnWire, namesOnWire } from "../shape/on-wire.ts";
import type { Limits, ObjectShape, Shape } from "../shape/shape.ts";

/** Whether the limits of one shape leave nothing that those of the other refuse. */
export function limitsWithin(from: Shape, to: Shape): boolean {
  if (from.kind === "array" || from.kind === "tuple")
    return to.limits?.uniqueItems !== true || from.limits?.uniqueItems === true;
  if (from.kind === "object") return countsWithin(from, to.limits ?? {});
  const name = typeName(from);
  if (name === "string")
    return lengthsWithin(from, to) && patternWithin(from, to);
  if (name === "number" || name === "integer")
    return (
      isRangeWithin(from, to) && multipleWithin(from, to.limits?.multipleOf)
    );
  return true;
}

/** The shape with other limits besides its own. */
export function withLimits(shape: Shape, limits: Limits | undefined): Shape {
  if (limits === undefined) return shape;
  const limited = { ...shape, limits };
  return shape.limits === undefined
    ? limited
    : { kind: "intersection", members: [shape, limited] };
}

function typeName(shape: Shape): string {
  if (shape.kind === "literal") return typeof shape.value;
  return shape.kind === "keyword" ? shape.name : shape.kind;
}

/** What is required is there. */
function countsWithin(
  from: ObjectShape & { limits?: Limits },
  { minProperties = 0, maxProperties = Infinity }: Limits,
): boolean {
  const { limits = {} } = from;
  const required = [...namesOnWire(from)].filter(
    (name) => fieldOnWire(from, name)?.optional === false,
  ).length;
  return (
    Math.max(limits.minProperties ?? 0, required) >= minProperties &&
    (limits.maxProperties ?? Infinity) <= maxProperties
  );
}

function lengthsWithin(from: Shape, to: Shape): boolean {
  const [own, wanted] = [lengthsOf(from), lengthsOf(to)];
  return own.least >= wanted.least && own.most <= wanted.most;
}

function lengthsOf(shape: Shape): { least: number; most: number } {
  const { minLength = 0, maxLength = Infinity } = shape.limits ?? {};
  if (shape.kind !== "literal") return { least: minLength, most: maxLength };
  // JSON Schema counts characters, and not the units of which some are two.
  const { length } = [...String(shape.value)];
  return {
    least: Math.max(minLength, length),
    most: Math.min(maxLength, length),
  };
}

function patternWithin(from: Shape, to: Shape): boolean {
  const wanted = to.limits?.pattern;
  if (wanted === undefined || wanted === from.limits?.pattern) return true;
  return from.kind === "literal" && matches(String(from.value), wanted);
}

function matches(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return false;
  }
}

function multipleWithin(from: Shape, wanted: number | undefined): boolean {
  if (wanted === undefined) return true;
  if (from.kind === "literal")
    return Number.isInteger(Number(from.value) / wanted);
  const own = from.limits?.multipleOf;
  const isWhole = typeName(from) === "integer" && isMultiple(1, wanted);
  return isWhole || own === wanted || isMultiple(own, wanted);
}

/** Of fractions it cannot be told: their quotient is rounded. */
function isMultiple(own: number | undefined, of: number): boolean {
  return (
    own !== undefined &&
    Number.isSafeInteger(own) &&
    Number.isSafeInteger(of) &&
    own % of === 0
  );
}
