import type { Figures } from "../../../../test/lab/bench/figures/figures.ts";
import { readFigures } from "./data.ts";

/** One line of the README's table: one row of ours, one of the official SDK's. */
interface Line {
  readonly label: string;
  readonly benchmark: string;
  /** Start of the table's title. */
  readonly table: string;
  readonly ours: string;
  readonly theirs?: string;
  /** Base of a ratio, printed as "77 % of bare code"; without it, the figure is in kB. */
  readonly of?: string;
}

/** Figures of programs as people run them. */
export const readmeLines: readonly Line[] = [
  {
    label: "Requests per second over HTTP, 32 connections",
    benchmark: "http",
    table: "HTTP echo, handshake, JSON, 32",
    ours: "tool(), zod",
    theirs: "SDK v2, zod",
    of: "bare `node:http`",
  },
  {
    label: "The same for 2026-07-28",
    benchmark: "http",
    table: "HTTP echo, stateless, JSON, 32",
    ours: "tool(), zod",
    theirs: "SDK v2, zod",
    of: "bare `node:http`",
  },
  {
    label: "Calls per second over stdio, 64 in flight",
    benchmark: "stdio",
    table: "stdio echo, handshake, window 64",
    ours: "tool(), zod",
    theirs: "SDK v2, zod",
    of: "bare code",
  },
  {
    label: "Start of an installed server with zod, to its first answer",
    benchmark: "start",
    table: "start-up to the first answer, as installed",
    ours: "tool(), zod",
    theirs: "SDK v2, zod",
    of: "an empty script",
  },
  {
    label: "Memory after 20,000 calls over stdio",
    benchmark: "memory",
    table: "resident memory after",
    ours: "tool(), zod",
    theirs: "SDK v2, zod",
    of: "bare code",
  },
  {
    label: "Disk space of an installed server with its dependencies",
    benchmark: "weight",
    table: "on a disk, with what it depends on",
    ours: "@mcp-gen/runtime",
    theirs: "SDK v2, server",
  },
  {
    label: "One bundled file of a server with one tool and zod, gzipped",
    benchmark: "size",
    table: "one-tool stdio server",
    ours: "tool(), zod, two revisions",
    theirs: "SDK v2",
  },
];

const begin = "<!-- figures -->";
const end = "<!-- /figures -->";

/**
 * Returns the README with a new table of figures.
 * @throws Error if it has no markers, or a benchmark no longer has a row.
 */
export function withFigures(readme: string, repository: string): string {
  const [before, rest] = readme.split(begin);
  const [, after] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined)
    throw new Error(`README.md needs ${begin}, and ${end} after it`);
  return `${before}${begin}\n\n${readmeTable(repository)}\n\n${end}${after}`;
}

function readmeTable(repository: string): string {
  const kept = readFigures(repository);
  const rows = readmeLines.map((line) => {
    const { label, ours, theirs } = line;
    const cell = (name: string | undefined): string =>
      name === undefined ? "" : figureOf(line, name, kept);
    return [label, cell(ours), cell(theirs)];
  });
  return aligned([["As people run it", "mcp-gen", "official SDK v2"], ...rows]);
}

function figureOf(
  { benchmark, table, of }: Line,
  name: string,
  kept: ReadonlyMap<string, Figures>,
): string {
  const tables = kept.get(benchmark)?.tables ?? [];
  const found = tables.find(({ title }) => title.startsWith(table));
  const row = found?.rows.find((one) => one.name === name);
  if (!row)
    throw new Error(
      `the figures of ${benchmark} have no row "${name}" in a table "${table}": run npm run bench -- ${benchmark} --write`,
    );
  if (of !== undefined) {
    if (row.ratio === undefined)
      throw new Error(`row "${name}" of ${benchmark} has no ratio`);
    return `${Math.round(row.ratio * 100)} % of ${of}`;
  }
  const kilobytes = found?.unit === "bytes" ? row.median / 1_024 : row.median;
  return `${Math.round(kilobytes).toLocaleString("en-US")} kB`;
}

/** Prints a table as prettier formats it. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = [0, 1, 2].map((column) =>
    Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    `| ${widths.map((width, column) => (row[column] ?? "").padEnd(width)).join(" | ")} |`;
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), rule, ...body.map(line)].join("\n");
}
