import type { SchemaDocument } from "../../../schema/model/index.ts";
import { effectOf } from "../rules.ts";
import type { Difference, Pair, Way } from "./difference.ts";
import { areObjects, compareFields } from "./fields.ts";
import { compareMembers, loneMembers } from "./members.ts";
import {
  beside,
  isAnnotation,
  termKey,
  relate,
  rootOf,
  targetOf,
  type Effort,
  type Term,
} from "./relation/index.ts";
import { compareSaid } from "./said.ts";
import { wholeDifference } from "./whole.ts";

/** The differences of two schemas, as deep inside as they can be told. */
export function compareSchemas(
  before: SchemaDocument,
  after: SchemaDocument,
  way: Way,
  effort: Effort,
): Difference[] {
  const sides = { before: rootOf(before), after: rootOf(after) };
  const pair: Pair = { ...sides, path: [], way, effort };
  return withProof(compareInside(pair, new Set()), pair);
}

/** What stands inside of itself is compared once. */
function compareInside(pair: Pair, outer: ReadonlySet<string>): Difference[] {
  const { path } = pair;
  const [before, after] = [reached(pair.before), reached(pair.after)];
  const met: Pair = { ...pair, before, after };
  const key = `${termKey(before)}\n${termKey(after)}`;
  if (outer.has(key)) return [];
  const inner = new Set([...outer, key]);
  const inside = (one: Pair): Difference[] => compareInside(one, inner);
  const said = compareSaid(met);
  if (areObjects(met)) return [...said, ...compareFields(met, inside)];
  const items = itemPairs(met);
  if (items !== undefined) return [...said, ...items.flatMap(inside)];
  if (termKey(before) === termKey(after)) return said;
  const lone = loneMembers(met);
  if (lone === undefined) return [...said, wholeDifference(met)];
  const [gone, come] = [lone.gone[0], lone.come[0]];
  const isOneEach = lone.gone.length === 1 && lone.come.length === 1;
  const twins = isOneEach &&
    gone &&
    come && { ...pair, before: gone, after: come, path };
  const differences =
    twins && areObjects(twins) ? inside(twins) : compareMembers(lone, met);
  return [...said, ...withProof(differences, met)];
}

/** A reference stands for what it leads to; what is said beside it is said of that. */
function reached(term: Term): Term {
  let found = term;
  for (let steps = 0; steps <= term.definitions.size; steps++) {
    const { $ref, ...beside } = found.schema;
    const target = targetOf(found);
    const isAlone = Object.keys(beside).every(isAnnotation);
    if (target === undefined || !isAlone) return found;
    found = { ...target, schema: { ...target.schema, ...beside } };
  }
  return found;
}

/** The items of two lists that differ in nothing else. */
function itemPairs(pair: Pair): Pair[] | undefined {
  const [old, now] = [listOf(pair.before), listOf(pair.after)];
  if (old === undefined || now === undefined) return undefined;
  if (termKey(old.rest) !== termKey(now.rest)) return undefined;
  if (old.places.length !== now.places.length) return undefined;
  return old.places.map((before, at) => ({
    ...pair,
    before,
    after: now.places[at] ?? before,
    path: [...pair.path, at === 0 ? "[]" : `[${at - 1}]`],
  }));
}

/** A list: what all items are, then those with a place of their own; and what else is said. */
function listOf(term: Term): { places: Term[]; rest: Term } | undefined {
  const { items, prefixItems, ...rest } = term.schema;
  if (rest.type !== "array") return undefined;
  return {
    places: [items ?? {}, ...(prefixItems ?? [])].map((one) =>
      beside(term, one),
    ),
    rest: beside(term, rest),
  };
}

/**
 * Nothing that may break is left out: where no difference says that it may, and it is not
 * proven that nothing does, the whole is told.
 */
function withProof(differences: Difference[], pair: Pair): Difference[] {
  const { before, after, way, effort } = pair;
  const isTold = differences.some(
    ({ rule }) => effectOf(rule) !== "compatible",
  );
  if (isTold || termKey(before) === termKey(after)) return differences;
  const [from, to] = way === "arguments" ? [before, after] : [after, before];
  return relate(from, to, effort) === "within"
    ? differences
    : [...differences, wholeDifference(pair)];
}
