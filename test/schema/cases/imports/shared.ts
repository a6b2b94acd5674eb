import { Deep } from "./nested/deep.ts";
// Back to where it is imported from.
import type { Own } from "./schema.ts";

interface NotNeeded {
  function: () => void;
}

interface Needed {
  deep: Deep;
}

export interface Base {
  needed: Needed;
  owner?: Own;
}

export interface Other {}
export type Passed = "passed";
