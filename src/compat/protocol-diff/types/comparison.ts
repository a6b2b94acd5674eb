import type { Rule, Subject, Turn } from "../change/change.ts";
import type { Shape } from "../shape/shape.ts";
import type { Expand } from "../within/expand.ts";
import type { Within } from "../within/relation.ts";

/** A change somewhere inside a type. */
export type Difference = TypePlace & Turn & { rule: Rule };

/** What comparing two types needs. */
export interface Comparison {
  /** To what a name stands for in each revision. */
  expand: { before: Expand; after: Expand };
  within: Within;
  /** The same, where no value has what its type does not declare. */
  closedWithin: Within;
  /** The new names of types that have the same body under another one. */
  renamed: ReadonlyMap<string, string>;
}

/** Where a pair of types stands, and what is said of it if it differs as a whole. */
export interface TypePlace {
  path: readonly string[];
  subject: Subject;
  /** The type whose text declares it. */
  owner?: string;
}

/** Compares the types that stand inside of others. */
export type CompareInside = (
  before: Shape,
  after: Shape,
  place: TypePlace,
) => Difference[];
