import type { SnapshotDiff } from "../../../../contracts/compare/index.ts";
import type { PositionOf } from "./positions.ts";

/** What a report tells besides the changes that are shown. */
export interface DriftReport {
  readonly found: SnapshotDiff;
  /** How many changes there are, whichever are shown. */
  readonly total: number;
  /** Where things stand in the kept snapshot. */
  readonly positionOf: PositionOf;
}

/** Why there is no change to tell; undefined where there are some. */
export function emptyDrift({ found, total }: DriftReport): string | undefined {
  if (found.changes.length > 0) return undefined;
  return total === 0 ? "no change" : "nothing that breaks callers";
}

/** Which server, and from which state to which. */
export function titleText({ found: { before, after } }: DriftReport): string {
  const [old, now] = [before, after].map(
    ({ name, version }) => `${name} ${version}`,
  );
  const name = old === now ? `${now}` : `${old} → ${now}`;
  const revisions =
    before.protocolVersion === after.protocolVersion
      ? after.protocolVersion
      : `${before.protocolVersion} → ${after.protocolVersion}`;
  return `${name} (${revisions})`;
}

/** How much has changed, a line each. */
export function driftCounts({
  found: { summary },
}: Pick<DriftReport, "found">): string[] {
  const { breaking, possible, compatible, documentation } = summary;
  return [
    `callers: ${breaking} break them, ${possible} may break them, ${compatible} compatible`,
    ...(documentation > 0 ? [`documentation: ${documentation} changed`] : []),
  ];
}
