import type { Figures } from "../../../../test/bench/figures/figures.ts";
import { readFigures } from "./data.ts";

/** One line of the README's table: a row of ours, and one of the official SDK's. */
interface Line {
  readonly label: string;
  readonly benchmark: string;
  /** How the title of the table begins. */
  readonly table: string;
  readonly ours: string;
  readonly theirs?: string;
  /** Ratios are of bare code; other figures have a unit. */
  readonly as: "ratio" | "kB";
}

/** As people run it. */
export const readmeLines: readonly Line[] = [
  {
    label: "Requests per second over HTTP, 32 connections, of bare `node:http`",
    benchmark: "http",
    table: "HTTP echo, handshake, JSON, 32",
    ours: "tool(), zod",
    theirs: "SDK v2, zod",
    as: "ratio",
  },
  {
    label: "The same for 2026-07-28",
    benchmark: "http",
    table: "HTTP echo, stateless, JSON, 32",
    ours: "tool(), zod",
    theirs: "SDK v2, zod",
    as: "ratio",
  },
  {
    label: "Calls per second over stdio, 64 under way, of bare code",
    benchmark: "stdio",
    table: "stdio echo, handshake, window 64",
    ours: "tool(), zod",
    theirs: "SDK v2, zod",
    as: "ratio",
  },
  {
    label: "Start-up of an installed server with zod, of an empty script",
    benchmark: "start",
    table: "start-up to the first answer",
    ours: "installed: all, zod",
    theirs: "installed: SDK v2, zod",
    as: "ratio",
  },
  {
    label: "An installed server on a disk, with all that it depends on, kB",
    benchmark: "weight",
    table: "on a disk, with what it depends on",
    ours: "@mcp-gen/runtime",
    theirs: "SDK v2, server",
    as: "kB",
  },
  {
    label: "A server with one tool and zod, in one bundled file, gzipped, kB",
    benchmark: "size",
    table: "one-tool stdio server",
    ours: "tool(), zod, two revisions",
    theirs: "SDK v2",
    as: "kB",
  },
  {
    label: "Memory after 20,000 calls over stdio, of bare code",
    benchmark: "memory",
    table: "resident memory after",
    ours: "tool(), zod",
    theirs: "SDK v2, zod",
    as: "ratio",
  },
];

const begin = "<!-- figures -->";
const end = "<!-- /figures -->";

/**
 * The README with its table of figures made anew.
 * @throws Error when it has no place for it, or a benchmark no longer has a row.
 */
export function withFigures(readme: string, repository: string): string {
  const [before, rest] = readme.split(begin);
  const [, after] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined)
    throw new Error(`README.md has no ${begin} with ${end} behind it`);
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
  { benchmark, table, as }: Line,
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
  if (as === "ratio") return row.ratio?.toFixed(2) ?? "";
  const kilobytes = found?.unit === "bytes" ? row.median / 1_024 : row.median;
  return Math.round(kilobytes).toLocaleString("en-US");
}

/** As prettier lays a table out. */
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
