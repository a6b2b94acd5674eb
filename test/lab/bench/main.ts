import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { clientTables } from "./client.ts";
import { clusterTables } from "./cluster.ts";
import { firstCallTables } from "./first-call.ts";
import { slowerThan } from "./floor.ts";
import { guardTables } from "./guards.ts";
import { httpClientTables } from "./http-client.ts";
import { httpHeapTables, httpMemoryTables } from "./http-memory.ts";
import { httpLoadTables } from "./http-load.ts";
import { httpTables } from "./http.ts";
import { httpAuthTables } from "./http-auth.ts";
import { memoryTables } from "./memory.ts";
import { processTable, turnTables } from "./processes.ts";
import { schemaGuardTables } from "./schema-guards.ts";
import { sizeTables } from "./size.ts";
import { startTables } from "./start.ts";
import { stdioTables } from "./stdio.ts";
import { resultTables } from "./results.ts";
import { printTable, withRatios, type Table } from "./table.ts";
import { taskTables } from "./tasks.ts";
import { typedClientTables } from "./typed-client.ts";
import { typeTables } from "./types.ts";
import { validateTables } from "./validate.ts";
import { webFaceTables } from "./web-face.ts";
import { weightTables } from "./weight.ts";
import { recordFigures } from "./figures/record.ts";
import { writeFigures } from "../../../templates/build/reference/figures/write.ts";

export interface Folders {
  /** The root of the repository. */
  readonly repository: string;
  /** Where files of the benchmarks may lie. */
  readonly folder: string;
}

export interface BenchOptions {
  /** True to list the modules of bundles too. */
  readonly modules: boolean;
  /** True if the table of this title is to be measured. */
  includes(title: string): boolean;
}

type Benchmark = (
  folders: Folders,
  options: BenchOptions,
) => Table[] | Promise<Table[]>;

const benchmarks: ReadonlyMap<string, Benchmark> = new Map<string, Benchmark>([
  ["guards", guardTables],
  ["schema-guards", schemaGuardTables],
  ["processes", processTables],
  ["watch", turnTables],
  ["stdio", stdioTables],
  ["client", clientTables],
  ["typed-client", typedClientTables],
  ["start", startTables],
  ["size", (folders, { modules }) => sizeTables(folders, modules)],
  ["weight", weightTables],
  ["types", typeTables],
  ["memory", memoryTables],
  ["http", httpTables],
  ["http-load", httpLoadTables],
  ["http-auth", httpAuthTables],
  ["http-client", httpClientTables],
  ["web-face", webFaceTables],
  ["http-memory", httpMemoryTables],
  ["http-heap", httpHeapTables],
  ["validate", validateTables],
  ["results", resultTables],
  ["tasks", taskTables],
  ["cluster", clusterTables],
]);

/** Benchmarks that need a network: they run only if they are named. */
const onRequest: ReadonlyMap<string, Benchmark> = new Map<string, Benchmark>([
  ["first-call", firstCallTables],
]);

/**
 * Runs the named benchmarks, or all that need no network. `--only` measures the tables whose
 * titles contain a text, `--json` prints JSON, `--modules` lists the modules of bundles, and
 * `--write` records the results and regenerates the page of figures and the README's table.
 * `--floor` sets a failing exit code if one of our programs has less of the speed of bare code.
 */
export async function main(
  args: readonly string[],
  folders: Folders,
): Promise<void> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      floor: { type: "string" },
      json: { type: "boolean", default: false },
      modules: { type: "boolean", default: false },
      only: { type: "string", default: "" },
      write: { type: "boolean", default: false },
    },
  });
  const { only, modules } = values;
  if (values.write && only !== "")
    throw new Error("--write records whole benchmarks: leave --only out");
  const includes = (title: string): boolean => title.includes(only);
  const [load = 0] = loadavg();
  if (load > 1)
    console.error(`the load is ${load.toFixed(1)}: times will mean little`);
  const tables: Table[] = [];
  for (const name of positionals.length > 0 ? positionals : benchmarks.keys()) {
    const benchmark = benchmarks.get(name) ?? onRequest.get(name);
    const names = [...benchmarks.keys(), ...onRequest.keys()];
    if (!benchmark) throw new Error(`no benchmark ${name}: ${names.join()}`);
    const start = performance.now();
    const all = await benchmark(folders, { modules, includes });
    const measured = all.filter(({ title }) => includes(title)).map(withRatios);
    if (!values.json) measured.forEach(printTable);
    const seconds = (performance.now() - start) / 1_000;
    console.error(`\n${name}: measured in ${seconds.toFixed(0)} s`);
    if (values.write && measured.length > 0)
      recordFigures({ ...folders, benchmark: name, load, tables: measured });
    tables.push(...measured);
  }
  if (tables.length === 0 && only !== "")
    throw new Error(`No table has "${only}" in its title.`);
  if (values.write) writeFigures(folders.repository);
  if (values.floor !== undefined) {
    const slow = slowerThan(Number(values.floor), tables);
    for (const line of slow) console.error(line);
    if (slow.length > 0) process.exitCode = 1;
  }
  if (!values.json) return;
  const { version: node } = process;
  const cores = availableParallelism();
  console.log(JSON.stringify({ node, cores, load, tables }, undefined, 2));
}

function processTables(folders: Folders): Table[] {
  const table = processTable(folders);
  if (table) return [table];
  console.error("not run: processes, without the official schema files");
  return [];
}
