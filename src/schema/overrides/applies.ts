import type { Fact } from "./tables.ts";

/**
 * Whether a fact holds in a revision. Released revisions are dates, so they
 * sort as text; a name such as `draft` sorts behind every date. A revision that
 * nobody knew when the fact was written inherits it from its predecessor.
 */
export function holds(fact: Fact, revision: string): boolean {
  const { since = "", until } = fact;
  return since <= revision && (until === undefined || revision < until);
}
