import { escapeControls } from "../../../../base/diagnostics/escape.ts";
import { sectionTexts } from "../../changes/text.ts";
import { driftLines } from "./lines.ts";
import {
  driftCounts,
  emptyDrift,
  titleText,
  type DriftReport,
} from "./report.ts";

/** What a server lists otherwise, for a person: how much, then what breaks, then what does not. */
export function driftAsText(report: DriftReport): string {
  const sections = sectionTexts(driftLines(report.found.changes));
  return [driftSummary(report), ...sections].join("\n");
}

/** Which server it is, and how much has changed. */
export function driftSummary(report: DriftReport): string {
  const empty = emptyDrift(report);
  const title = escapeControls(titleText(report));
  const counts = empty === undefined ? driftCounts(report) : [];
  return [
    `${title}${empty === undefined ? "" : `: ${empty}`}`,
    ...counts.map((line) => `  ${line}`),
    "",
  ].join("\n");
}
