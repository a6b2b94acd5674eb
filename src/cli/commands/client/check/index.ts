import type { SnapshotDiff } from "../../../../contracts/compare/index.ts";
import { breakingAlone } from "../../../../contracts/compare/index.ts";
import { escapeLines } from "../../../../base/diagnostics/escape.ts";
import { driftAsGithub } from "./github.ts";
import { driftAsMarkdown } from "./markdown.ts";
import { createPositions } from "./positions.ts";
import type { DriftReport } from "./report.ts";
import { driftAsText } from "./text.ts";

/** How a report of what differs is written. */
export const checkFormats = ["text", "markdown", "json", "github"] as const;

/** How a report of what differs is written. */
export type CheckFormat = (typeof checkFormats)[number];

/** The kept snapshot: its text, and the file that it was read from. */
export interface SnapshotFile {
  readonly text: string;
  readonly file: string;
}

/** How what differs is told. */
export interface DriftView {
  readonly format: CheckFormat;
  /** Whether only what breaks callers, or may break them, is told. */
  readonly breaking: boolean;
}

/** What a server lists otherwise than a kept snapshot, as text that is safe to show. */
export function driftText(
  diff: SnapshotDiff,
  kept: SnapshotFile,
  { format, breaking }: DriftView,
): string {
  const report: DriftReport = {
    found: breaking ? breakingAlone(diff) : diff,
    total: diff.changes.length,
    positionOf: createPositions(kept.text, kept.file),
  };
  return escapeLines(render(report, format));
}

function render(report: DriftReport, format: CheckFormat): string {
  switch (format) {
    case "text":
      return driftAsText(report);
    case "markdown":
      return driftAsMarkdown(report);
    case "github":
      return driftAsGithub(report);
    case "json":
      return `${JSON.stringify(report.found, null, 2)}\n`;
    default:
      return format satisfies never;
  }
}
