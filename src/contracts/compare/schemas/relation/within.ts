import { createAssumptions } from "./assumptions.ts";
import { casesByProperty, casesByType, casesOf } from "./cases.ts";
import { createEffort, type Effort } from "./effort.ts";
import { fitsTerm, valuesOf } from "./facts/values.ts";
import { flatten } from "./flatten.ts";
import { termKey } from "./key.ts";
import { claimsOf, type Claim } from "./proofs/claims.ts";
import { isImpossible } from "./proofs/impossible.ts";
import type { Prover } from "./prover.ts";
import { beside, type Term } from "./term.ts";

export interface WithinOptions {
  /**
   * Whether values lack the properties that nothing is said of.
   *
   * @default false
   */
  readonly declared?: boolean;
  /**
   * How many steps a proof may take.
   *
   * @default 2000
   */
  readonly steps?: number;
  /** What it shares with other proofs. */
  readonly effort?: Effort;
}

/** What proves things of schemas: made for one proof, because it counts its steps. */
export function createProver({
  declared = false,
  steps = 2000,
  effort = createEffort(),
}: WithinOptions = {}): Prover {
  const { inside, once } = createAssumptions(steps, effort);
  // What is assumed to be absent is not assumed of what is to be no value at all.
  const strict = declared ? createProver({ steps, effort }) : undefined;
  const prover: Prover = {
    proves,
    isEmpty: strict?.isEmpty ?? isEmpty,
    inside,
    declared,
  };
  return prover;

  function proves(from: readonly Term[], to: Term): boolean {
    const key = termKey(to);
    if (key === "{}" || from.some((one) => termKey(one) === key)) return true;
    return once([...from.map(termKey), "→", key], () => {
      const flat = flatten(from);
      return (
        isImpossible(flat, prover) ||
        claimsOf(to).every((claim) => isClaimProven(flat, claim))
      );
    });
  }

  function isClaimProven(flat: readonly Term[], claim: Claim): boolean {
    const { term } = claim;
    const values = valuesOf(flat);
    if (values !== undefined)
      return values.every((value) => fitsTerm(term, value));
    if (claim.isProven(flat, prover)) return true;
    const cases = casesFor(flat, claim);
    return (
      cases !== undefined &&
      cases.every((one) => proves(one, term) || prover.isEmpty(one))
    );
  }

  function isEmpty(terms: readonly Term[]): boolean {
    return once([...terms.map(termKey), "→ nothing"], () => {
      const flat = flatten(terms);
      return (
        isImpossible(flat, prover) ||
        isRefused(flat) ||
        casesOf(flat)?.every(isEmpty) === true
      );
    });
  }

  /** Whether all of the values are among those that one of the terms refuses. */
  function isRefused(flat: readonly Term[]): boolean {
    return flat.some((term, at) => {
      const { not, ...rest } = term.schema;
      return (
        not !== undefined &&
        proves(flat.with(at, beside(term, rest)), beside(term, not))
      );
    });
  }
}

/** The cases that may prove one by one what they do not prove together. */
function casesFor(
  flat: readonly Term[],
  { term, hasCases }: Claim,
): ReturnType<typeof casesOf> {
  const cases = casesOf(flat);
  if (cases !== undefined || !hasCases) return cases;
  return casesByType(flat) ?? casesByProperty(flat, term);
}
