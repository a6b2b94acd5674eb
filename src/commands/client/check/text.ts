import { escapeControls } from "../../../diagnostics/escape.ts";
import { sectionTexts } from "../../changes/text.ts";
import { linesOf } from "./lines.ts";
import {
  countLines,
  emptyText,
  titleText,
  type DriftReport,
} from "./report.ts";

/** What a server lists otherwise, for a person: how much, then what breaks, then what does not. */
export function driftAsText(report: DriftReport): string {
  const sections = sectionTexts(linesOf(report.found.changes));
  return [summaryText(report), ...sections].join("\n");
}

/** Which server it is, and how much has changed. */
export function summaryText(report: DriftReport): string {
  const empty = emptyText(report);
  const title = escapeControls(titleText(report));
  const counts = empty === undefined ? countLines(report) : [];
  return [
    `${title}${empty === undefined ? "" : `: ${empty}`}`,
    ...counts.map((line) => `  ${line}`),
    "",
  ].join("\n");
}
