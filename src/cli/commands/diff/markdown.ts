import { sectionsAsMarkdown } from "../changes/markdown.ts";
import { plainText } from "../changes/markdown-text.ts";
import { linesOf } from "./lines.ts";
import { documentationText, emptyText, type DiffReport } from "./report.ts";
import { countLines } from "./text.ts";

/** A diff for a pull request or release notes: what breaks is open, the rest unfolds. */
export function diffAsMarkdown(report: DiffReport): string {
  const { before, after, summary, changes } = report.found;
  const title = `# From ${plainText(before)} to ${plainText(after)}\n`;
  const said = documentationText(report);
  const documentation =
    said === undefined ? [] : [`- documentation: ${plainText(said)}`];
  const empty = emptyText(report);
  if (empty !== undefined)
    return [title, `- ${empty}`, ...documentation, ""].join("\n");
  const counts = [
    ...countLines(summary).map((line) => `- ${line}`),
    ...documentation,
    "",
  ].join("\n");
  const sections = sectionsAsMarkdown(linesOf(changes), "On the wire");
  return [title, counts, ...sections].join("\n");
}
