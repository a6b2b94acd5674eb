import type {
  SnapshotChange,
  SnapshotDiff,
  SnapshotSummary,
} from "./change.ts";

/** Counts the changes by what they do; those of the server itself are told, and not counted. */
export function summarize(changes: readonly SnapshotChange[]): SnapshotSummary {
  const count = (fits: (change: SnapshotChange) => boolean): number =>
    changes.filter(fits).length;
  return {
    breaking: count(({ effect }) => effect === "breaking"),
    possible: count(({ effect }) => effect === "possible"),
    compatible: count(
      (change) =>
        change.effect === "compatible" &&
        change.kind !== "documentation" &&
        change.subject !== "server",
    ),
    documentation: count(({ kind }) => kind === "documentation"),
  };
}

/**
 * Whether a server lists something else than before. Another version or revision alone is no
 * such thing.
 */
export function isDrift({ changes }: SnapshotDiff): boolean {
  return changes.some(({ subject }) => subject !== "server");
}

/** The diff with what breaks callers alone, or may break them, counted anew. */
export function breakingAlone(diff: SnapshotDiff): SnapshotDiff {
  const changes = diff.changes.filter(({ effect }) => effect !== "compatible");
  return { ...diff, changes, summary: summarize(changes) };
}
