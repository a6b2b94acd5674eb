import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { countFunctions, type Figures } from "./figures.ts";

/** Recorded cost of a call in a scenario, on one major version of Node. */
export interface RecordedCost {
  readonly bytes: number;
  readonly functions: number;
}

/** Contents of the file `record.json`. */
export interface GateRecord {
  /** Versions of Node that were measured, by their major version. */
  readonly nodes: Readonly<Record<string, string>>;
  /** Costs by scenario and major version. */
  readonly scenarios: Readonly<
    Record<string, Readonly<Record<string, RecordedCost>>>
  >;
  /** Entries of functions by file and name, in the order of the scenarios; `.` for none. */
  readonly functions: Readonly<
    Record<string, Readonly<Record<string, string>>>
  >;
}

/** Figures of each scenario, by version of Node. */
export type Measured = ReadonlyMap<string, ReadonlyMap<string, Figures>>;

/** Greatest share by which bytes may differ from the record. */
const tolerance = 0.02;

/** Number of changed functions that a message names. */
const maxNamed = 15;

const file = fileURLToPath(new URL("record.json", import.meta.url));

export function majorOf(version: string): string {
  return version.slice(1, version.indexOf("."));
}

export function readRecord(): GateRecord {
  // Written by `writeRecord`.
  return JSON.parse(readFileSync(file, "utf8")) as GateRecord;
}

/**
 * Writes the measured figures over those in the record. The table of functions is that
 * of the last version.
 */
export function writeRecord(record: GateRecord, measured: Measured): void {
  const nodes = { ...record.nodes };
  for (const version of measured.keys()) nodes[majorOf(version)] = version;
  const last = [...measured.values()].at(-1) ?? new Map<string, Figures>();
  const scenarios = [...last.keys()].map((name) => {
    const costs = { ...record.scenarios[name] };
    for (const [version, figures] of measured) {
      const cost = figures.get(name);
      if (cost) costs[majorOf(version)] = costOf(cost);
    }
    return [name, costs] as const;
  });
  const rows = lines(scenarios);
  const functions = lines(Object.entries(functionTable([...last.values()])));
  writeFileSync(
    file,
    `{
  "nodes": ${JSON.stringify(nodes)},
  "scenarios": {
${rows}
  },
  "functions": {
${functions}
  }
}
`,
  );
}

function lines(entries: readonly (readonly [string, object])[]): string {
  return entries
    .map(
      ([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)}`,
    )
    .join(",\n");
}

/** Rounds bytes, so that noise does not change the file. */
function costOf(figures: Figures): RecordedCost {
  const bytes = Number(figures.bytes.toPrecision(3));
  return { bytes, functions: countFunctions(figures) };
}

function functionTable(columns: readonly Figures[]): GateRecord["functions"] {
  const names = new Set(
    columns.flatMap(({ functions }) => [...functions.keys()]),
  );
  const table: Record<string, Record<string, string>> = {};
  for (const name of [...names].sort()) {
    const counts = columns.map(({ functions }) => functions.get(name) ?? ".");
    const space = name.indexOf(" ");
    const rows = (table[name.slice(0, space)] ??= {});
    rows[name.slice(space + 1)] = counts.join(" ");
  }
  return table;
}

/** Returns a message if figures differ from the record by more than is allowed. */
export function findChange(
  record: GateRecord,
  { version, name, figures }: Named,
): string | undefined {
  const major = majorOf(version);
  const recorded = record.scenarios[name]?.[major];
  if (!recorded) return `${name}: not recorded. ${advice}`;
  const { bytes } = figures;
  const functions = countFunctions(figures);
  const problems = [
    ...(functions === recorded.functions
      ? []
      : [
          `functions entered per call: ${describe(functions, recorded.functions)}`,
          ...changedFunctions(recordedFunctions(record, name), figures),
        ]),
    ...(Math.abs(bytes - recorded.bytes) <= recorded.bytes * tolerance
      ? []
      : [`bytes allocated per call: ${describe(bytes, recorded.bytes)}`]),
  ];
  if (problems.length === 0) return undefined;
  return `${name}, Node ${version} (recorded with ${record.nodes[major]}):
  ${problems.join("\n  ")}
${advice}`;
}

interface Named {
  readonly version: string;
  readonly name: string;
  readonly figures: Figures;
}

const advice =
  "If this is intended, run `npm run gates:update` and give the reason in the commit.";

function describe(now: number, before: number): string {
  const percent = ((now / before - 1) * 100).toFixed(1);
  const sign = now > before ? "+" : "";
  return `${Math.round(now)}, recorded ${before} (${sign}${percent} %)`;
}

function recordedFunctions(
  { scenarios, functions }: GateRecord,
  name: string,
): ReadonlyMap<string, number> {
  const column = Object.keys(scenarios).indexOf(name);
  const counts = new Map<string, number>();
  for (const [source, rows] of Object.entries(functions))
    for (const [inSource, row] of Object.entries(rows))
      counts.set(`${source} ${inSource}`, Number(row.split(" ")[column]) || 0);
  return counts;
}

/** Returns lines such as `+2 src/file.ts name: 3, recorded 1`, the greatest changes first. */
function changedFunctions(
  recorded: ReadonlyMap<string, number>,
  { functions }: Figures,
): string[] {
  const changes = [...new Set([...recorded.keys(), ...functions.keys()])]
    .map((name) => {
      const before = recorded.get(name) ?? 0;
      const now = functions.get(name) ?? 0;
      return { name, before, now, change: now - before };
    })
    .filter(({ change }) => change !== 0)
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
  const named = changes
    .slice(0, maxNamed)
    .map(({ name, before, now, change }) => {
      const sign = change > 0 ? "+" : "";
      return `  ${sign}${change} ${name}: ${now}, recorded ${before}`;
    });
  const more = changes.length - named.length;
  return more > 0 ? [...named, `  and ${more} more functions`] : named;
}
