import type { Change, Counts, Summary } from "../../diff/index.ts";
import { linesOf, type Line } from "./lines.ts";
import { documentationText, emptyText, type DiffReport } from "./report.ts";
import type { Weight } from "./words.ts";

/** A diff for a person: how much, then what breaks, then what does not. */
export function diffAsText(report: DiffReport): string {
  const lines = linesOf(report.found.changes);
  const sections = (["breaking", "compatible", "documentation"] as const)
    .map((weight) => lines.filter((line) => line.weight === weight))
    .filter(({ length }) => length > 0)
    .map(sectionText);
  return [summaryText(report), ...sections].join("\n");
}

const titles: Record<Weight, string> = {
  breaking: "Breaking",
  compatible: "Compatible",
  documentation: "Documentation",
};

const marks: Record<Change["kind"], string> = {
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

function lineText({ change, places, turn, also }: Line): string {
  const { kind, subject, inheritedFrom } = change;
  const place = places.join(", ");
  const what = place === subject ? subject : `${subject} ${place}`;
  const base = inheritedFrom === undefined ? "" : ` (of ${inheritedFrom})`;
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

export function summaryText(report: DiffReport): string {
  const { before, after, summary } = report.found;
  const empty = emptyText(report);
  const said = documentationText(report);
  return [
    `${before} → ${after}${empty === undefined ? "" : `: ${empty}`}`,
    ...(empty === undefined ? countLines(summary) : []).map(
      (line) => `  ${line}`,
    ),
    ...(said === undefined ? [] : [`  documentation: ${said}`]),
    "",
  ].join("\n");
}

/** How much has changed, a line each. */
export function countLines({
  types,
  methods,
  breaksOlderReceivers,
  breaksOlderSenders,
  compatible,
}: Summary): string[] {
  return [
    `types: ${countsText(types)}`,
    `methods: ${countsText(methods)}`,
    `on the wire: ${breaksOlderReceivers} break older receivers, ${breaksOlderSenders} break older senders, ${compatible} compatible`,
  ];
}

function countsText({ added, removed, renamed, changed }: Counts): string {
  const both = renamed === 0 ? "" : ` (${renamed} by another name)`;
  return `${added} added, ${removed} removed${both}, ${changed} changed`;
}
