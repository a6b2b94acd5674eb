import {
  exampleOf,
  NoExampleError,
} from "../../../../../schema/json-schema/values/index.ts";
import { allApplied } from "../applied.ts";
import { candidates } from "./candidates.ts";
import type { Term } from "../term.ts";
import type { Effort } from "../effort.ts";
import { fitsTerm } from "../facts/values.ts";

/** How deep inside of a value a difference is looked for. */
const depth = 3;

/**
 * Whether a value is found that fits one schema and does not fit another: a proof that not
 * all do. It has no properties that the first one says nothing of, but for one that neither
 * names.
 */
export function hasWitness(from: Term, to: Term, effort: Effort): boolean {
  if (effort.left <= 0) return false;
  const hints = allApplied([to]);
  const values = Math.min(20_000, effort.left);
  const budget = { places: 300, values };
  const isRefused = (value: unknown): boolean => !fitsTerm(to, value);
  const tried = candidates({ from: [from], hints, depth, budget });
  effort.left -= values - budget.values;
  return tried.some(isRefused) || examplesOf(from).some(isRefused);
}

/** Values that are made up, also for patterns and formats. */
function examplesOf({ schema, definitions }: Term): unknown[] {
  const document = { root: schema, definitions, unchecked: [] };
  try {
    return [exampleOf(document, 1), exampleOf(document, 2)];
  } catch (error) {
    if (error instanceof NoExampleError) return [];
    throw error;
  }
}
