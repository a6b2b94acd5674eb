import type { Judge } from "./judge.ts";

/** The revision that a message is of, if it is known. */
export interface Spoken {
  readonly judge: Judge | undefined;
  /** Whether it is one that nothing is known of here. */
  readonly isForeign: boolean;
}
