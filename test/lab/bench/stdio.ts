import { execFileSync } from "node:child_process";
import type { Lifecycle } from "./echo-messages.ts";
import {
  installPrograms,
  type ProgramName,
  type Programs,
} from "./installed-programs.ts";
import type { BenchOptions, Folders } from "./main.ts";
import { driverCore, onCore, pins, serverCore } from "./pinned.ts";
import type { Load } from "./programs/driver.ts";
import type { Target } from "./raw-session.ts";
import {
  inBothModes,
  pairedRows,
  type Entry,
  type Samples,
  type Variant,
} from "./rounds.ts";
import type { Table } from "./table.ts";

/** A measured server. */
export interface Contestant extends Entry {
  readonly program: ProgramName;
  /** Arguments of the program. */
  readonly args?: readonly string[];
}

/** Targets of our rows. */
export interface Aims {
  /** Of handlers, and of `tool()` without a schema library. */
  readonly aim?: number;
  /** Of `tool()` with zod. */
  readonly withZod?: number;
}

const bareServers = {
  handshake: "bare-server",
  stateless: "bare-stateless-server",
} as const;

/** Returns the servers of one lifecycle. The first is bare code, which checks nothing. */
export function contestants(lifecycle: Lifecycle, aims: Aims): Contestant[] {
  const { light, zod } = ours(aims);
  const all: Contestant[] = [
    { name: "bare", program: bareServers[lifecycle] },
    { ...light, name: "handlers", program: "handlers-server" },
    { ...light, name: "tool()", program: "tool-server" },
    { ...zod, name: "tool(), zod", program: "zod-server" },
    { name: "SDK v1, zod", program: "sdk-v1-server" },
    { name: "SDK v2, zod", program: "sdk-v2-server" },
  ];
  return lifecycle === "handshake"
    ? all
    : all.filter(({ program }) => program !== "sdk-v1-server");
}

/** Returns what all our rows have in common, without and with zod. */
export function ours({ aim, withZod }: Aims): {
  readonly light: Omit<Entry, "name">;
  readonly zod: Omit<Entry, "name">;
} {
  return {
    light: { readsNodeEnv: true, ...(aim !== undefined && { aim }) },
    zod: { readsNodeEnv: true, ...(withZod !== undefined && { aim: withZod }) },
  };
}

export function targetOf(
  { name, program, args = [], nodeEnv }: Variant<Contestant>,
  lifecycle: Lifecycle,
  programs: Programs,
): Target {
  const command = onCore(
    serverCore,
    [programs.file(program), ...args],
    nodeEnv,
  );
  return { name, lifecycle, ...command };
}

const rounds = 21;
const milliseconds = 60;

const windows = [
  { window: 1, aim: 0.95, withZod: 0.85 },
  { window: 64, aim: 0.9, withZod: 0.9 },
];

/** Compares servers with a tool `echo` by their calls per second. */
export async function stdioTables(
  folders: Folders,
  { includes }: BenchOptions,
): Promise<Table[]> {
  const programs = await installPrograms(folders);
  const tables: Table[] = [];
  for (const lifecycle of ["handshake", "stateless"] as const) {
    for (const { window, ...aims } of windows) {
      const title = `stdio echo, ${lifecycle}, window ${window}${pins ? "" : ", not pinned"}`;
      if (!includes(title)) continue;
      const entries: Contestant[] = [
        ...contestants(lifecycle, aims),
        {
          name: "bare, one write a chunk",
          program: bareServers[lifecycle],
          args: ["--one-write"],
        },
      ];
      const targets = inBothModes(entries).map((entry) =>
        targetOf(entry, lifecycle, programs),
      );
      const load = { targets, window, rounds, milliseconds };
      const samples = drive(load, programs);
      tables.push({
        title,
        unit: "µs",
        judged: "speed",
        rows: pairedRows(entries, samples, "speed"),
      });
    }
  }
  return tables;
}

/** Runs a load in a process of its own. */
export function drive(load: Load, programs: Programs): Samples {
  const driver = [programs.file("driver"), JSON.stringify(load)];
  const { command, args } = onCore(driverCore, driver);
  const stdio = ["ignore", "pipe", "inherit"] as const;
  const output = execFileSync(command, args, { stdio: [...stdio] });
  return JSON.parse(output.toString()) as Samples;
}
