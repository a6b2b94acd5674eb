import { annotationsOf } from "../../changes/github.ts";
import { driftLines } from "./lines.ts";
import type { DriftReport } from "./report.ts";
import { driftSummary } from "./text.ts";

/** What a server lists otherwise, as annotations of the kept snapshot, after a summary. */
export function driftAsGithub(report: DriftReport): string {
  const { found, positionOf } = report;
  const lines = driftLines(found.changes, { apart: true, positionOf });
  return driftSummary(report) + annotationsOf(lines);
}
