import type { Prover } from "../prover.ts";
import { termKey } from "../key.ts";
import { areItemsUnique, countsOf } from "./scalars.ts";
import { beside, type Term } from "../term.ts";

/** What is said of the item at a place. */
function itemAt(flat: readonly Term[], at: number): Term[] {
  return flat.flatMap((term) => {
    const { prefixItems = [], items } = term.schema;
    const schema = prefixItems[at] ?? items;
    return schema === undefined ? [] : [beside(term, schema)];
  });
}

function placesOf(flat: readonly Term[]): number {
  return Math.max(
    0,
    ...flat.map(({ schema }) => schema.prefixItems?.length ?? 0),
  );
}

/** How many items there can be: none follows one that there cannot be. */
function mostItems(flat: readonly Term[], prover: Prover): number {
  const { most } = countsOf(flat, ["minItems", "maxItems"]);
  const places = placesOf(flat);
  for (let at = 0; at <= places && at < most; at++)
    if (prover.inside(() => prover.isEmpty(itemAt(flat, at)))) return at;
  return most;
}

/** Whether each item fits what is wanted in its place. */
export function areItemsProven(
  flat: readonly Term[],
  to: Term,
  prover: Prover,
): boolean {
  const places = Math.max(placesOf(flat), placesOf([to]));
  // One more than have a place of their own: it stands for all that follow.
  const length = Math.min(places + 1, mostItems(flat, prover));
  return Array.from({ length }, (_, at) => at).every((at) => {
    const [wanted] = itemAt([to], at);
    return (
      wanted === undefined ||
      prover.inside(() => prover.proves(itemAt(flat, at), wanted))
    );
  });
}

/** Whether lists have as many items as are wanted, and as different ones. */
export function isLengthProven(
  flat: readonly Term[],
  to: Term,
  prover: Prover,
): boolean {
  const { minItems = 0, maxItems = Infinity, uniqueItems } = to.schema;
  const { least, most } = countsOf(flat, ["minItems", "maxItems"]);
  return (
    leastItems(flat, least) >= minItems &&
    (most <= maxItems || mostItems(flat, prover) <= maxItems) &&
    (uniqueItems !== true || areItemsUnique(flat))
  );
}

/** What a list contains is in it. */
function leastItems(flat: readonly Term[], least: number): number {
  const contained = flat.map(({ schema }) =>
    schema.contains === undefined ? 0 : (schema.minContains ?? 1),
  );
  return Math.max(least, ...contained);
}

/** Whether lists contain as many of some items as are wanted. */
export function isContainingProven(
  flat: readonly Term[],
  to: Term,
  prover: Prover,
): boolean {
  const { contains = {}, minContains = 1, maxContains = Infinity } = to.schema;
  const wanted = beside(to, contains);
  const isLeast =
    minContains === 0 ||
    flat.some(
      (term) =>
        (term.schema.minContains ?? 1) >= minContains &&
        containsWithin(term, wanted, prover),
    ) ||
    (countsOf(flat, ["minItems", "maxItems"]).least >= minContains &&
      areAll(flat, prover, (item) => prover.proves(item, wanted)));
  return isLeast && isMostProven(flat, wanted, maxContains, prover);
}

function containsWithin(term: Term, wanted: Term, prover: Prover): boolean {
  const { contains } = term.schema;
  return (
    contains !== undefined &&
    prover.inside(() => prover.proves([beside(term, contains)], wanted))
  );
}

function isMostProven(
  flat: readonly Term[],
  wanted: Term,
  most: number,
  prover: Prover,
): boolean {
  if (most === Infinity || mostItems(flat, prover) <= most) return true;
  const isSame = flat.some((term) => {
    const { contains, maxContains = Infinity } = term.schema;
    return (
      contains !== undefined &&
      maxContains <= most &&
      termKey(beside(term, contains)) === termKey(wanted)
    );
  });
  return (
    isSame || areAll(flat, prover, (item) => prover.isEmpty([...item, wanted]))
  );
}

/** Whether something holds of what is said of each item. */
function areAll(
  flat: readonly Term[],
  prover: Prover,
  holds: (item: Term[]) => boolean,
): boolean {
  const length = Math.min(placesOf(flat) + 1, mostItems(flat, prover));
  return Array.from({ length }, (_, at) => at).every((at) =>
    prover.inside(() => holds(itemAt(flat, at))),
  );
}

/** Whether flat terms leave no list. */
export function hasNoList(flat: readonly Term[], prover: Prover): boolean {
  const { least } = countsOf(flat, ["minItems", "maxItems"]);
  const needed = leastItems(flat, least);
  return needed > 0 && mostItems(flat, prover) < needed;
}
