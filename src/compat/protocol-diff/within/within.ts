import type { Shape } from "../shape/shape.ts";
import { textOf } from "../shape/text.ts";
import { areValuesWithin } from "./values.ts";
import type { Expand } from "./expand.ts";
import type { Relation, Within } from "./relation.ts";

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
  const relation: Relation = { expand, closed, within };

  function within(from: Shape, to: Shape): boolean {
    const [left, right] = [textOnWire(from), textOnWire(to)];
    if (left === right) return true;
    const key = `${left} → ${right}`;
    if (refused.has(key)) return false;
    // A pair that is met inside itself holds if the rest does.
    if (pending.has(key)) return true;
    pending.add(key);
    const holds = areValuesWithin(expand(from), expand(to), relation);
    pending.delete(key);
    if (!holds) refused.add(key);
    return holds;
  }

  return within;
}

/** Types of the same text are not the same where one has an envelope. */
function textOnWire(shape: Shape): string {
  const isSent = shape.kind === "object" && shape.envelope !== undefined;
  return isSent ? `sent ${textOf(shape)}` : textOf(shape);
}
