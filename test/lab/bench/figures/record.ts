import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, release, totalmem, type } from "node:os";
import path from "node:path";
import type { Table } from "../table.ts";
import type { Figures } from "./figures.ts";

/** Measured packages of other authors, and compilers of the programs. */
const packages = [
  "@modelcontextprotocol/sdk",
  "@modelcontextprotocol/server",
  "@modelcontextprotocol/client",
  "zod",
  "ajv",
  "jose",
  "typescript",
  "typescript-json-schema",
  "esbuild",
] as const;

export interface Run {
  readonly repository: string;
  readonly benchmark: string;
  readonly load: number;
  readonly tables: readonly Table[];
}

/** Writes the results of a benchmark over its earlier ones. */
export function recordFigures({ repository, ...run }: Run): void {
  const figures: Figures = {
    benchmark: run.benchmark,
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    machine: {
      processor: cpus()[0]?.model.trim() ?? "unknown",
      cores: availableParallelism(),
      memory: Math.round(totalmem() / 2 ** 30),
      system: `${type()} ${release().split("-")[0] ?? ""}`,
    },
    load: Math.round(run.load * 10) / 10,
    versions: Object.fromEntries(
      packages.map((name) => [name, versionOf(name, repository)]),
    ),
    tables: run.tables.map(shortened),
  };
  const file = path.join(
    repository,
    "test/lab/bench/figures",
    `${run.benchmark}.json`,
  );
  writeFileSync(file, `${JSON.stringify(figures, undefined, 2)}\n`);
}

function versionOf(name: string, repository: string): string {
  const place = path.join(repository, "node_modules", name, "package.json");
  // A manifest that npm has read before.
  const { version } = JSON.parse(readFileSync(place, "utf8")) as {
    readonly version: string;
  };
  return version;
}

/** Rounds to five digits, which keeps the diff of two runs short. */
function shortened(table: Table): Table {
  const short = (figure: number): number => Number(figure.toPrecision(5));
  return {
    ...table,
    rows: table.rows.map((row) => ({
      ...row,
      median: short(row.median),
      ...(row.ratio !== undefined && { ratio: short(row.ratio) }),
      ...(row.spread !== undefined && { spread: short(row.spread) }),
      ...(row.production && {
        production: {
          median: short(row.production.median),
          ...(row.production.ratio !== undefined && {
            ratio: short(row.production.ratio),
          }),
        },
      }),
    })),
  };
}
