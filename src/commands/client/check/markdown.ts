import { escapeControls } from "../../../diagnostics/escape.ts";
import { plainText } from "../../changes/markdown-text.ts";
import { sectionsAsMarkdown } from "../../changes/markdown.ts";
import { linesOf } from "./lines.ts";
import {
  countLines,
  emptyText,
  titleText,
  type DriftReport,
} from "./report.ts";

/** What a server lists otherwise, for a pull request: what breaks is open, the rest unfolds. */
export function driftAsMarkdown(report: DriftReport): string {
  const title = `# ${plainText(escapeControls(titleText(report)))}\n`;
  const empty = emptyText(report);
  const counts = empty === undefined ? countLines(report) : [empty];
  return [
    title,
    [...counts.map((line) => `- ${line}`), ""].join("\n"),
    ...sectionsAsMarkdown(linesOf(report.found.changes), "For callers"),
  ].join("\n");
}
