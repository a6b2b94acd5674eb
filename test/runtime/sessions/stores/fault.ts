import type { StoreTest } from "../../../../src/store-tests/index.ts";

/** A fault, and the test that finds it. */
export interface Fault {
  /** The suite, over a store with the fault. */
  readonly tests: readonly StoreTest[];
  /** The name of a test that fails. */
  readonly foundBy: string;
  /** What its error says, at least. */
  readonly says: string;
}
