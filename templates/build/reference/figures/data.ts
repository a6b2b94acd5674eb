import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import type { Figures } from "../../../../test/lab/bench/figures/figures.ts";

/** The last run of each benchmark that was kept, by its name. */
export function readFigures(repository: string): ReadonlyMap<string, Figures> {
  const folder = path.join(repository, "test/lab/bench/figures");
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return new Map(
    files.sort().map((name) => {
      const text = readFileSync(path.join(folder, name), "utf8");
      // Written by the bench.
      const figures = JSON.parse(text) as Figures;
      return [figures.benchmark, figures];
    }),
  );
}
