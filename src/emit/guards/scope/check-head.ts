import type { Told } from "./context.ts";

/** How a check is called and what it is told. */
export interface CheckHead {
  readonly name: string;
  /** The name after which checks inside this one are named. */
  readonly owner: string;
  readonly countsDepth: boolean;
  readonly told: Told;
}
