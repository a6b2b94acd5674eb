import type { Limits, Shape } from "./shape.ts";
import { exactLimits, lowerBounds, upperBounds } from "../model/limits.ts";

/** Whether the limits of one shape leave nothing that those of the other refuse. */
export function limitsWithin(from: Shape, to: Shape): boolean {
  const own: Limits = from.limits ?? {};
  const wanted: Limits = to.limits ?? {};
  return (
    lowerBounds.every((name) => reaches(own[name], wanted[name])) &&
    upperBounds.every((name) =>
      reaches(negative(own[name]), negative(wanted[name])),
    ) &&
    exactLimits.every(
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
