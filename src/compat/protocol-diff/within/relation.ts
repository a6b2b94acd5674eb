import type { Shape } from "../shape/shape.ts";
import type { Expand } from "./expand.ts";

/** Whether every value that one type means is accepted by another. */
export type Within = (from: Shape, to: Shape) => boolean;

/** What judging the parts of two types needs. */
export interface Relation {
  readonly expand: Expand;
  /** Whether objects refuse what their type neither declares nor has an index signature for. */
  readonly closed: boolean;
  /** Judges what stands inside. */
  readonly within: Within;
}
