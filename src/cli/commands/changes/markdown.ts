import { titles, type Line, type Weight } from "./line.ts";
import { codeText, plainText, unfolding } from "./markdown-text.ts";

/** The lines of a report for a pull request: what breaks is open, the rest unfolds. */
export function sectionsAsMarkdown(
  lines: readonly Line[],
  effects: string,
): string[] {
  const tableOf = (weight: Weight): string =>
    table(
      lines.filter((line) => line.weight === weight),
      effects,
    );
  const open = (["breaking", "possible"] as const).flatMap((weight) => {
    const content = tableOf(weight);
    return content === "" ? [] : [`## ${titles[weight]}\n`, content];
  });
  const folded = (["compatible", "documentation"] as const).flatMap((weight) =>
    unfolding(titles[weight], tableOf(weight)),
  );
  return [...open, ...folded];
}

function table(lines: readonly Line[], effects: string): string {
  if (lines.length === 0) return "";
  return `| Change | Where | What | ${effects} |\n| --- | --- | --- | --- |\n${lines.map(row).join("")}`;
}

function row(line: Line): string {
  const {
    kind,
    subject,
    weight,
    places,
    turn,
    effect,
    also,
    base: made,
  } = line;
  const isSaid = weight === "documentation";
  const base = made === undefined ? "" : ` (of ${codeText(made)})`;
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
