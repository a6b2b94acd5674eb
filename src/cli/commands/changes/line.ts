import type { Place } from "../../../compat/protocol-diff/index.ts";

/** How much a change matters to others. */
export type Weight = "breaking" | "possible" | "compatible" | "documentation";

/** The weights, the gravest first. */
export const weights: readonly Weight[] = [
  "breaking",
  "possible",
  "compatible",
  "documentation",
];

/** What lines of each weight stand under. */
export const titles: Readonly<Record<Weight, string>> = {
  breaking: "Breaking",
  possible: "Perhaps breaking",
  compatible: "Compatible",
  documentation: "Documentation",
};

/** What a report of changes tells in one line. */
export interface Line {
  /** What has become of it. */
  readonly kind: "added" | "removed" | "renamed" | "changed" | "documentation";
  /** What has changed. */
  readonly subject: string;
  readonly weight: Weight;
  /** Where it is; several, where names say enough. */
  readonly places: readonly string[];
  /** What turned into what. */
  readonly turn: string;
  /** What it does, and to whom. */
  readonly effect: string;
  /** Why, alone. */
  readonly reason: string;
  /** Other places that have the change. */
  readonly also: readonly string[];
  /** What makes the same change, and is told with it. */
  readonly base?: string | undefined;
  /** Where it is in a file. */
  readonly position?: Place | undefined;
}
