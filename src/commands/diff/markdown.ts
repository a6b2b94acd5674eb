import { linesOf, type Line } from "./lines.ts";
import { codeText, plainText, unfolding } from "./markdown-text.ts";
import { documentationText, emptyText, type DiffReport } from "./report.ts";
import { countLines } from "./text.ts";
import type { Weight } from "./words.ts";

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
  const lines = linesOf(changes);
  const [breaking = "", compatible = "", prose = ""] = (
    ["breaking", "compatible", "documentation"] as const
  ).map((weight) => table(lines.filter((line) => line.weight === weight)));
  return [
    title,
    counts,
    ...(breaking === "" ? [] : [`## ${titles.breaking}\n`, breaking]),
    ...unfolding(titles.compatible, compatible),
    ...unfolding(titles.documentation, prose),
  ].join("\n");
}

const titles: Record<Weight, string> = {
  breaking: "Breaking",
  compatible: "Compatible",
  documentation: "Documentation",
};

function table(lines: readonly Line[]): string {
  if (lines.length === 0) return "";
  return `| Change | Where | What | On the wire |\n| --- | --- | --- | --- |\n${lines.map(row).join("")}`;
}

function row({ change, weight, places, turn, effect, also }: Line): string {
  const { kind, subject, inheritedFrom } = change;
  const isSaid = weight === "documentation";
  const base =
    inheritedFrom === undefined ? "" : ` (of ${codeText(inheritedFrom)})`;
  const others = also.length > 0 ? `; also in ${codes(also)}` : "";
  const cells = [
    isSaid ? subject : `${subject} ${kind}`,
    `${codes(places)}${base}${others}`,
    turn === "" ? "" : codeText(turn),
    isSaid ? "" : plainText(effect),
  ];
  return `| ${cells.join(" | ")} |\n`;
}

function codes(names: readonly string[]): string {
  return names.map(codeText).join(", ");
}
