import type { NormalSchema } from "../../model/json-schema.ts";
import { nameOfReference } from "../resolve.ts";
import type { Attempt, Maker } from "./maker.ts";
import { wholeBetween } from "./random.ts";

/**
 * One way to satisfy all of these: schemas without references, with one branch chosen
 * where there are several. What a branch not chosen forbids is for `fits` to find.
 */
export function flatten(
  schemas: readonly NormalSchema[],
  maker: Maker,
  effort: Attempt,
): NormalSchema[] {
  const found: NormalSchema[] = [];
  const seen = new Set<NormalSchema>();
  const pending = [...schemas].reverse();
  for (let next = pending.pop(); next; next = pending.pop()) {
    // A schema that refers to itself says nothing more by that.
    if (seen.has(next)) continue;
    seen.add(next);
    found.push(next);
    pending.push(...within(next, maker, effort).reverse());
  }
  return found;
}

function within(
  schema: NormalSchema,
  maker: Maker,
  effort: Attempt,
): NormalSchema[] {
  const { $ref, allOf = [], anyOf, oneOf } = schema;
  const target =
    $ref === undefined
      ? undefined
      : maker.document.definitions.get(nameOfReference($ref));
  return [
    ...(target ? [target] : []),
    ...allOf,
    ...branch(anyOf, maker, effort),
    ...branch(oneOf, maker, effort),
    ...condition(schema, maker, effort),
  ];
}

/** Any branch that has values, and one of few levels where there are many above it. */
function branch(
  branches: readonly NormalSchema[] | undefined,
  maker: Maker,
  { place, attempt }: Attempt,
): NormalSchema[] {
  const heights = (branches ?? []).map((one) => maker.heightOf(one));
  const least = Math.min(...heights);
  const mayRise = place.depth < deep && attempt < 8;
  const open = (branches ?? []).filter((_, index) => {
    const height = heights[index] ?? Infinity;
    return height < Infinity && (mayRise || height === least);
  });
  // That there is nothing tells a reader little.
  const telling = open.filter(({ type }) => type !== "null");
  const among = attempt < 2 && telling.length > 0 ? telling : open;
  const chosen = among[wholeBetween(maker.random, 0, among.length - 1)];
  return chosen ? [chosen] : [];
}

/** From this depth on, values are as small as they can be. */
export const deep = 5;

function condition(
  { if: condition, then, else: otherwise }: NormalSchema,
  { random, heightOf }: Maker,
  { attempt }: Attempt,
): NormalSchema[] {
  if (!condition) return [];
  const holds = attempt === 0 ? then !== undefined : random() < 0.5;
  if (!holds || heightOf(condition) === Infinity)
    return otherwise ? [otherwise] : [];
  return [condition, ...(then ? [then] : [])];
}
