import { guardTables } from "./guards.ts";
import { processTable } from "./processes.ts";
import { printTable } from "./table.ts";

export interface Folders {
  /** The root of the repository. */
  readonly repository: string;
  /** Where files of the benchmarks may lie. */
  readonly folder: string;
}

/** Runs the benchmarks that are named, or all: `guards`, `processes`. */
export function main(names: readonly string[], folders: Folders): void {
  const wanted = (name: string): boolean =>
    names.length === 0 || names.includes(name);
  if (wanted("guards"))
    for (const table of guardTables(folders)) printTable(table);
  if (wanted("processes")) {
    const table = processTable(folders);
    if (table === undefined)
      console.log("\nnot run: processes, without the official schema files");
    else printTable(table);
  }
}
