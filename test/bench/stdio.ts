import { execFileSync } from "node:child_process";
import { writePrograms, type ProgramName, type Programs } from "./bundles.ts";
import type { Lifecycle } from "./echo-messages.ts";
import type { Folders } from "./main.ts";
import { driverCore, onCore, pins, serverCore } from "./pinned.ts";
import type { Load } from "./programs/driver.ts";
import type { Target } from "./raw-session.ts";
import { pairedRows, type Entry, type Samples } from "./rounds.ts";
import type { Table } from "./table.ts";

/** A server that takes part, and what is aimed at or known of it. */
export interface Contestant extends Entry {
  readonly program: ProgramName;
}

/** The servers of one lifecycle; the first is the least code that does the job. */
export function contestants(
  lifecycle: Lifecycle,
  { aim, known }: { readonly aim: number; readonly known?: string },
): Contestant[] {
  const bare =
    lifecycle === "handshake" ? "bare-server" : "bare-stateless-server";
  const ours: Contestant[] = [
    { name: "bare", program: bare },
    { name: "handlers", program: "handlers-server", aim },
    { name: "tool()", program: "tool-server", aim },
    { name: "tool(), zod", program: "zod-server" },
  ];
  const second: Contestant = {
    name: "SDK v2, zod",
    program: "sdk-v2-server",
    ...(known !== undefined && { known }),
  };
  return lifecycle === "handshake"
    ? [...ours, { name: "SDK v1, zod", program: "sdk-v1-server" }, second]
    : [...ours, second];
}

export function targetOf(
  { name, program }: Contestant,
  lifecycle: Lifecycle,
  programs: Programs,
): Target {
  const command = onCore(serverCore, [programs.file(program)]);
  return { name, lifecycle, ...command };
}

const rounds = 21;
const milliseconds = 60;

const windows = [
  { window: 1, aim: 0.95, known: "0.6–0.7" },
  { window: 64, aim: 0.9, known: "0.11–0.15" },
];

/** What a handler costs that looks at its signal, and what a bare one would. */
const withSignal: Readonly<Record<Lifecycle, readonly Contestant[]>> = {
  handshake: [
    { name: "handler reads signal", program: "signal-server" },
    { name: "bare, with a signal", program: "bare-signal-server" },
  ],
  stateless: [{ name: "handler reads signal", program: "signal-server" }],
};

/** Calls per second of a server that has a tool `echo`, of the bare loop's. */
export async function stdioTables(folders: Folders): Promise<Table[]> {
  const programs = await writePrograms(folders);
  const tables: Table[] = [];
  for (const lifecycle of ["handshake", "stateless"] as const) {
    for (const { window, aim, known } of windows) {
      const entries = [
        ...contestants(lifecycle, { aim, known }),
        ...withSignal[lifecycle],
      ];
      const targets = entries.map((entry) =>
        targetOf(entry, lifecycle, programs),
      );
      const load = { targets, window, rounds, milliseconds };
      const samples = drive(load, programs);
      tables.push({
        title: `stdio echo, ${lifecycle}, window ${window}${pins ? "" : ", not pinned"}`,
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
