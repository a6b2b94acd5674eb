import type { Limits, Shape } from "./shape.ts";

/** Keywords that a larger bound makes stricter, and those that a smaller one does. */
const lower = [
  "minimum",
  "exclusiveMinimum",
  "minLength",
  "minItems",
  "minProperties",
] as const;
const upper = [
  "maximum",
  "exclusiveMaximum",
  "maxLength",
  "maxItems",
  "maxProperties",
] as const;
const exact = ["pattern", "multipleOf", "uniqueItems"] as const;

/** Whether the limits of one shape leave nothing that those of the other refuse. */
export function limitsWithin(from: Shape, to: Shape): boolean {
  const own: Limits = from.limits ?? {};
  const wanted: Limits = to.limits ?? {};
  return (
    lower.every((name) => reaches(own[name], wanted[name])) &&
    upper.every((name) =>
      reaches(negative(own[name]), negative(wanted[name])),
    ) &&
    exact.every(
      (name) => wanted[name] === undefined || own[name] === wanted[name],
    )
  );
}

function reaches(own: number | undefined, wanted: number | undefined): boolean {
  return wanted === undefined || (own !== undefined && own >= wanted);
}

function negative(bound: number | undefined): number | undefined {
  return bound === undefined ? undefined : -bound;
}
