import { annotationsOf } from "../../changes/github.ts";
import { linesOf } from "./lines.ts";
import type { DriftReport } from "./report.ts";
import { summaryText } from "./text.ts";

/** What a server lists otherwise, as annotations of the kept snapshot, after a summary. */
export function driftAsGithub(report: DriftReport): string {
  const { found, positionOf } = report;
  const lines = linesOf(found.changes, { apart: true, positionOf });
  return summaryText(report) + annotationsOf(lines);
}
