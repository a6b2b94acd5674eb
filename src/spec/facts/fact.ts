/**
 * Something true of the protocol that its schema does not say. It holds from
 * the revision `since` on, and no longer from `until` on.
 */
export interface Fact {
  /** The first revision that it is true of; all earlier ones without it. */
  since?: string;
  /** The first revision that it is true of no longer. */
  until?: string;
  /** Why the fact is needed, in a sentence. */
  reason: string;
  /** The specification's page that says it, relative to the revision's pages. */
  page: string;
}

/**
 * Whether a fact holds in a revision. Released revisions are dates, so they
 * sort as text; a name such as `draft` sorts behind every date. A revision that
 * nobody knew when the fact was written inherits it from its predecessor.
 */
export function holds(fact: Fact, revision: string): boolean {
  const { since = "", until } = fact;
  return since <= revision && (until === undefined || revision < until);
}
