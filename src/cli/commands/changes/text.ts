import { titles, weights, type Line } from "./line.ts";

/** The lines of a report for a person, in a section for each weight. */
export function sectionTexts(lines: readonly Line[]): string[] {
  return weights
    .map((weight) => lines.filter((line) => line.weight === weight))
    .filter(({ length }) => length > 0)
    .map(sectionText);
}

const marks: Record<Line["kind"], string> = {
  added: "+",
  removed: "-",
  renamed: "=",
  changed: "~",
  documentation: "#",
};

/** Lines with the same effect stand under it; that nothing breaks is said by the title. */
function sectionText(lines: readonly Line[]): string {
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    const heading = headingOf(line);
    groups.set(heading, [...(groups.get(heading) ?? []), line]);
  }
  const texts = [...groups].map(
    ([heading, some]) => heading + some.map(lineText).join(""),
  );
  return `${titles[lines[0]?.weight ?? "breaking"]}\n${texts.join("")}`;
}

function headingOf({ weight, effect, reason }: Line): string {
  switch (weight) {
    case "breaking":
    case "possible":
      return `  ${effect}\n`;
    case "compatible":
      return `  ${reason}\n`;
    case "documentation":
      return "";
    default:
      return weight satisfies never;
  }
}

const width = 100;
const indent = "      ";

function lineText(line: Line): string {
  const { kind, subject, places, turn, also, base: made } = line;
  const place = places.join(", ");
  const what = place === subject ? subject : `${subject} ${place}`;
  const base = made === undefined ? "" : ` (of ${made})`;
  const first = `    ${marks[kind]} ${what}${base}${turn === "" ? "" : `: ${turn}`}`;
  const isList = places.length > 1 || subject.endsWith(" member");
  return [
    isList ? wrapped(first) : first,
    ...(also.length > 0
      ? [wrapped(`${indent}also in ${also.join(", ")}`)]
      : []),
    "",
  ].join("\n");
}

/** A list of names on lines that are not too long. */
function wrapped(list: string): string {
  const [first = "", ...names] = list.split(", ");
  const lines = [first];
  for (const name of names) {
    const last = lines.at(-1) ?? "";
    if (last.length + name.length + 2 <= width)
      lines[lines.length - 1] = `${last}, ${name}`;
    else lines.push(indent + name);
  }
  return lines
    .map((line, index) => (index + 1 < lines.length ? `${line},` : line))
    .join("\n");
}
