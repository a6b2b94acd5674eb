import { hasComments } from "../../../compat/protocol-diff/comments.ts";
import type { ProtocolDiff } from "../../../compat/protocol-diff/index.ts";
import type { Protocol } from "../../../schema/model/index.ts";

/** What a report tells besides the changes that the filters leave. */
export interface DiffReport {
  found: ProtocolDiff;
  /** How many changes there are without filters. */
  total: number;
  /** The revisions without comments, if that is why comments were not compared. */
  uncommented: readonly string[];
}

/** A report of a filtered diff. */
export function diffReport(
  found: ProtocolDiff,
  total: number,
  sides: readonly Protocol[],
): DiffReport {
  const uncommented = sides
    .filter((side) => !hasComments(side))
    .map(({ revision }) => revision);
  return { found, total, uncommented: [...new Set(uncommented)] };
}

/** Why there is no change to tell; undefined where there are some. */
export function emptyText({ found, total }: DiffReport): string | undefined {
  if (found.changes.length > 0) return undefined;
  return total === 0
    ? "no change"
    : `none of ${total} changes fits the filters`;
}

/** How much documentation has changed, and what of it was not compared. */
export function documentationText({
  found: { summary },
  uncommented,
}: DiffReport): string | undefined {
  const parts = [
    ...(summary.documentation > 0 ? [`${summary.documentation} changed`] : []),
    ...(uncommented.length > 0
      ? [`comments not compared (none in ${uncommented.join(", ")})`]
      : []),
  ];
  return parts.length > 0 ? parts.join("; ") : undefined;
}
