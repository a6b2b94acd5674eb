import type { Term } from "./term.ts";

/** Proves what holds of all values of some terms. A no says that it found no proof. */
export interface Prover {
  /** Whether values for which all of the terms hold fit another one. */
  proves(from: readonly Term[], to: Term): boolean;
  /** Whether there is no value for which all of the terms hold. */
  isEmpty(terms: readonly Term[]): boolean;
  /** Judges what stands inside of a value. */
  inside(judge: () => boolean): boolean;
  /** Whether values lack the properties that nothing is said of. */
  readonly declared: boolean;
}
