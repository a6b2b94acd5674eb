import type { SnapshotRule, SnapshotSubject, SnapshotTurn } from "../change.ts";
import type { Effort, Term } from "./relation/index.ts";

/** Who has the values: callers send arguments, and read results. */
export type Way = "arguments" | "results";

/** A change somewhere inside of a schema. */
export type Difference = SnapshotTurn & {
  readonly subject: SnapshotSubject;
  readonly rule: SnapshotRule;
  readonly path: readonly string[];
};

/** Two schemas that stand in the same place. */
export interface Pair {
  readonly before: Term;
  readonly after: Term;
  readonly path: readonly string[];
  readonly way: Way;
  /** How much may still be done to prove something of them. */
  readonly effort: Effort;
}

/** What stands in a place of a schema: the whole, an argument, or a field. */
export function subjectAt(
  way: Way,
  path: readonly string[],
): "argument" | "result" | "field" {
  if (path.length === 0) return way === "arguments" ? "argument" : "result";
  const isArgument = way === "arguments" && path.length === 1;
  return isArgument && path[0] !== "[]" ? "argument" : "field";
}

/** Compares schemas that stand inside of others. */
export type CompareInside = (pair: Pair) => Difference[];
