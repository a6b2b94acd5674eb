import type { NormalSchema } from "../../../../schema/model/index.ts";
import { unevaluatedFacts } from "./evaluated.ts";
import { beside, targetOf, type Term } from "./term.ts";

/** What a term says itself, and the terms that hold with it. */
interface Flat {
  readonly own: readonly Term[];
  readonly others: readonly Term[];
}

// Flattening the same schema again gives the same objects, which others remember things of.
const known = new WeakMap<NormalSchema, Flat>();

/**
 * The terms that hold together where some do, with no `$ref`, `allOf` or `unevaluated…`
 * left in them. What is said of the same value twice is there once.
 */
export function flatten(terms: readonly Term[]): Term[] {
  const seen = new Set<NormalSchema>();
  const found: Term[] = [];
  const pending = [...terms].reverse();
  for (;;) {
    const term = pending.pop();
    if (term === undefined) return found;
    if (seen.has(term.schema)) continue;
    seen.add(term.schema);
    const { own, others } = flatOf(term);
    found.push(...own);
    pending.push(...others);
  }
}

function flatOf(term: Term): Flat {
  const before = known.get(term.schema);
  if (before !== undefined) return before;
  const { $ref, allOf, unevaluatedProperties, unevaluatedItems, ...own } =
    term.schema;
  const target = targetOf(term);
  const isPlain =
    ($ref ?? allOf ?? unevaluatedProperties ?? unevaluatedItems) === undefined;
  const flat: Flat = {
    own: [
      isPlain ? term : beside(term, own),
      ...unevaluatedFacts(term).map((schema) => beside(term, schema)),
    ],
    others: [
      ...(target === undefined ? [] : [target]),
      ...(allOf ?? []).map((schema) => beside(term, schema)),
    ],
  };
  known.set(term.schema, flat);
  // What is flat already stays as it is.
  for (const { schema } of flat.own)
    if (!known.has(schema))
      known.set(schema, { own: [beside(term, schema)], others: [] });
  return flat;
}
