import type { Shape } from "../shape/shape.ts";
import { withLimits } from "./limits.ts";

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
