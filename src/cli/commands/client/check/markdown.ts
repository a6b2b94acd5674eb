import { escapeControls } from "../../../../base/diagnostics/escape.ts";
import { plainText } from "../../changes/markdown-text.ts";
import { sectionsAsMarkdown } from "../../changes/markdown.ts";
import { driftLines } from "./lines.ts";
import {
  driftCounts,
  emptyDrift,
  titleText,
  type DriftReport,
} from "./report.ts";

/** What a server lists otherwise, for a pull request: what breaks is open, the rest unfolds. */
export function driftAsMarkdown(report: DriftReport): string {
  const title = `# ${plainText(escapeControls(titleText(report)))}\n`;
  const empty = emptyDrift(report);
  const counts = empty === undefined ? driftCounts(report) : [empty];
  return [
    title,
    [...counts.map((line) => `- ${line}`), ""].join("\n"),
    ...sectionsAsMarkdown(driftLines(report.found.changes), "For callers"),
  ].join("\n");
}
