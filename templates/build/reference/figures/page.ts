import type { Figures } from "../../../../test/lab/bench/figures/figures.ts";
import {
  meetsAim,
  type Figure,
  type Judged,
  type Row,
  type Table,
} from "../../../../test/lab/bench/table.ts";
import { cell, code, link, anchor, table } from "../markdown.ts";
import type { ReferencePage } from "../page.ts";
import { readFigures } from "./data.ts";
import { sections, type Section } from "./sections.ts";

const introduction = `# Figures

What mcp-gen costs, beside bare code that checks nothing, and beside the official SDK. The benchmarks write this page. No other page quotes a measurement, except the README: its table comes from the same runs.

- Servers and clients run as you run them: on the packed packages, installed with npm, and with \`NODE_ENV\` unset. The columns for **production** are measured in the same rounds, with \`NODE_ENV=production\`.
- Most figures are **ratios**, because machines differ. They are medians. Programs that are compared take turns, so that a busy machine slows all of them.
- **Cost** compares time, memory or size with the first row. 1.25 is a quarter more. Less is better.
- **Speed** compares work per second with the first row. 0.8 is four fifths of it. More is better.
- **Aim** is what we want. A missed aim says so.

To repeat a section, run its command in a clone, after \`npm ci\`. \`npm run bench\` runs all sections. \`--only "32 connections"\` measures the tables with that text in their titles. \`--write\` records the results, and regenerates this page and the README's table. Leave the machine alone meanwhile: each section says how busy it was.`;

/** docs/reference/figures.md, from the runs that the bench has kept. */
export function figuresPages(repository: string): readonly ReferencePage[] {
  const kept = readFigures(repository);
  const shown = sections.flatMap((section) => {
    const figures = kept.get(section.benchmark);
    return figures ? [{ section, figures }] : [];
  });
  const contents = shown.map(
    ({ section: { title } }) => `- ${link(title, `#${anchor(title)}`)}`,
  );
  const parts = shown.map(({ section, figures }) => part(section, figures));
  const missing = sections.filter(({ benchmark }) => !kept.has(benchmark));
  const left = missing.map(({ benchmark }) => code(benchmark)).join(", ");
  return [
    {
      path: "figures.md",
      text: [
        introduction,
        contents.join("\n"),
        ...parts,
        ...(left === "" ? [] : [`Not measured yet: ${left}.`]),
      ].join("\n\n"),
    },
  ];
}

function part(section: Section, figures: Figures): string {
  return [
    `## ${section.title}`,
    section.text,
    measured(section, figures),
    ...figures.tables.map(figuresTable),
  ].join("\n\n");
}

/** When, on what, with what, and how to do it again. */
function measured(section: Section, figures: Figures): string {
  const { date, node, machine, load, versions, benchmark } = figures;
  const peers = [...new Set(section.peers)].map(
    (name) => `${name} ${versions[name] ?? "?"}`,
  );
  const lines = [
    code(`npm run bench -- ${benchmark}`),
    date,
    `Node ${node.replace("v", "")}`,
    `${machine.cores} cores of ${machine.processor}, ${machine.memory} GiB, ${machine.system}`,
    `load before the run: ${load}`,
    ...peers,
  ];
  return `Measured: ${cell(lines.join("; "))}.`;
}

function figuresTable({ title, unit, judged = "cost", rows }: Table): string {
  const isRatio = judged !== "value";
  const hasAim = rows.some(({ aim }) => aim !== undefined);
  const hasProduction = rows.some(({ production }) => production);
  const columns = [
    ...(isRatio ? [judged === "cost" ? "Cost" : "Speed"] : []),
    unit,
  ];
  const cells = (figure: Figure): string[] => [
    ...(isRatio ? [figure.ratio?.toFixed(2) ?? ""] : []),
    figureOf(figure),
  ];
  const head = [
    sentence(title),
    ...columns,
    ...(hasProduction ? columns.map((column) => `${column}, production`) : []),
    ...(hasAim ? ["Aim"] : []),
  ];
  const lines = rows.map((row) => [
    row.name,
    ...cells(row),
    ...(hasProduction
      ? row.production
        ? cells(row.production)
        : columns.map(() => "")
      : []),
    ...(hasAim ? [aimOf(row, judged)] : []),
  ]);
  return table(head, lines);
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function figureOf({ median, spread }: Pick<Row, "median" | "spread">): string {
  const digits = median < 100 && !Number.isInteger(median) ? 1 : 0;
  const figure = median.toLocaleString("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return spread === undefined ? figure : `${figure} ± ${spread.toFixed(1)}`;
}

function aimOf(row: Row, judged: Judged): string {
  const { aim } = row;
  if (aim === undefined) return "";
  const sign = judged === "speed" ? "≥" : "≤";
  const missed = meetsAim(row, judged) ? "" : ", missed";
  return `${sign} ${aim.toLocaleString("en-US")}${missed}`;
}
