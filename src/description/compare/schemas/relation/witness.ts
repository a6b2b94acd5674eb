import { allApplied } from "./applied.ts";
import { candidates } from "./candidates.ts";
import type { Term } from "./term.ts";
import { fits } from "./values.ts";

/** How deep inside of a value a difference is looked for. */
const depth = 3;

/**
 * Whether a value is found that fits one schema and does not fit another: a proof that not
 * all do. It has no properties that the first one says nothing of, but for one that neither
 * names.
 */
export function hasWitness(from: Term, to: Term): boolean {
  const hints = allApplied([to]);
  const budget = { places: 300, values: 20_000 };
  return candidates({ from: [from], hints, depth, budget }).some(
    (value) => !fits(to, value),
  );
}
