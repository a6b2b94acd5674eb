import { hasNoList } from "./arrays.ts";
import { casesByProperty, casesByType, casesOf } from "./cases.ts";
import { claimsOf, type Claim } from "./claims.ts";
import { flatten } from "./flatten.ts";
import { keyOf } from "./key.ts";
import { hasNoNumber } from "./numbers.ts";
import { hasNoObject } from "./objects.ts";
import type { Prover } from "./prover.ts";
import { countsOf } from "./scalars.ts";
import { beside, type Term } from "./term.ts";
import { typesOf, type ValueType } from "./types.ts";
import { fits, valuesOf } from "./values.ts";

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
}

/** Deeper proofs are given up. */
const deepest = 200;

/**
 * Proves things of schemas. What is assumed while it is proven is used for smaller values
 * alone: for those that stand inside.
 */
export function createProver({
  declared = false,
  steps = 2000,
}: WithinOptions = {}): Prover {
  const pending = new Map<string, number>();
  const refused = new Set<string>();
  let left = steps;
  let level = 0;
  let depth = 0;

  // What is assumed to be absent is not assumed of what is to be no value at all.
  const strict = declared ? createProver({ steps }) : undefined;
  const prover: Prover = {
    proves,
    isEmpty: strict?.isEmpty ?? isEmpty,
    inside,
    declared,
  };
  return prover;

  function inside(judge: () => boolean): boolean {
    level++;
    const holds = judge();
    level--;
    return holds;
  }

  function proves(from: readonly Term[], to: Term): boolean {
    const key = keyOf(to);
    if (key === "{}" || from.some((one) => keyOf(one) === key)) return true;
    return once([...from.map(keyOf), "→", key], () => {
      const flat = flatten(from);
      return (
        isImpossible(flat) ||
        claimsOf(to).every((claim) => isClaimProven(flat, claim))
      );
    });
  }

  function isClaimProven(flat: readonly Term[], claim: Claim): boolean {
    const { term, hasCases } = claim;
    const values = valuesOf(flat);
    if (values !== undefined) return values.every((value) => fits(term, value));
    if (claim.isProven(flat, prover)) return true;
    const cases =
      casesOf(flat) ??
      (hasCases
        ? (casesByType(flat) ?? casesByProperty(flat, term))
        : undefined);
    return (
      cases !== undefined &&
      cases.every((one) => proves(one, term) || prover.isEmpty(one))
    );
  }

  function isEmpty(terms: readonly Term[]): boolean {
    return once([...terms.map(keyOf), "→ nothing"], () => {
      const flat = flatten(terms);
      if (isImpossible(flat)) return true;
      if (isRefused(flat)) return true;
      return casesOf(flat)?.every(isEmpty) === true;
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

  function isImpossible(flat: readonly Term[]): boolean {
    const values = valuesOf(flat);
    if (values !== undefined) return values.length === 0;
    return [...typesOf(flat)].every((type) => hasNone(type, flat));
  }

  function hasNone(type: ValueType, flat: readonly Term[]): boolean {
    switch (type) {
      case "null":
      case "boolean":
        return false;
      case "number":
        return hasNoNumber(flat);
      case "string": {
        const { least, most } = countsOf(flat, ["minLength", "maxLength"]);
        return least > most;
      }
      case "array":
        return hasNoList(flat, prover);
      case "object":
        return hasNoObject(flat, prover);
      default:
        return type satisfies never;
    }
  }

  /** Judges a pair that has not been refused; one that is met inside of itself holds if the rest does. */
  function once(parts: readonly string[], judge: () => boolean): boolean {
    const key = parts.join("\n");
    if (refused.has(key)) return false;
    const met = pending.get(key);
    if (met !== undefined) return met < level;
    if (left <= 0 || depth >= deepest) return false;
    left--;
    depth++;
    pending.set(key, level);
    const holds = judge();
    pending.delete(key);
    depth--;
    if (!holds) refused.add(key);
    return holds;
  }
}
