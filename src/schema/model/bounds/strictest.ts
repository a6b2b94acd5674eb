import type { Constraints } from "../type.ts";

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

/**
 * The constraints that say as much as two do together. Of two patterns, types or steps,
 * the second stays: one keyword cannot say both.
 */
export function strictest(
  first: Constraints = {},
  second: Constraints = {},
): Constraints {
  const joined: Constraints = { ...first, ...second };
  for (const name of lower) keep(joined, name, Math.max, first, second);
  for (const name of upper) keep(joined, name, Math.min, first, second);
  if (first.uniqueItems === true) joined.uniqueItems = true;
  return joined;
}

function keep(
  joined: Constraints,
  name: (typeof lower | typeof upper)[number],
  choose: (one: number, other: number) => number,
  first: Constraints,
  second: Constraints,
): void {
  const one = first[name];
  const other = second[name];
  if (one !== undefined && other !== undefined)
    joined[name] = choose(one, other);
}
