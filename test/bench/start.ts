import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { writePrograms, type ProgramName, type Programs } from "./bundles.ts";
import type { Lifecycle } from "./echo-messages.ts";
import { installedServers } from "./installed.ts";
import type { Folders } from "./main.ts";
import { openSession } from "./raw-session.ts";
import { bundleProgram } from "./programs.ts";
import { inTurns, pairedRows, type Entry } from "./rounds.ts";
import type { Table } from "./table.ts";

interface Starter extends Entry {
  readonly file: string;
  /** Absent for a script that says nothing. */
  readonly lifecycle?: Lifecycle;
}

const rounds = 21;
const aim = 1.15;

interface Bundled extends Entry {
  readonly program: ProgramName;
  readonly lifecycle?: Lifecycle;
}

const bundled: readonly Bundled[] = [
  { name: "bare", program: "bare-server" },
  { name: "handlers", program: "handlers-server", aim },
  {
    name: "handlers, stateless",
    program: "handlers-server",
    lifecycle: "stateless",
    aim,
  },
  { name: "tool()", program: "tool-server", aim },
  { name: "tool(), zod", program: "zod-server" },
  { name: "SDK v1, zod", program: "sdk-v1-server" },
  { name: "SDK v2, zod", program: "sdk-v2-server", known: "2.6" },
];

/** From the start of a server to its first answer, of an empty script's whole run. */
export async function startTables(folders: Folders): Promise<Table[]> {
  const programs = await writePrograms(folders);
  const entries = await starters(programs, folders);
  const entrants = entries.map((starter) => ({
    name: starter.name,
    round: () => timeOf(starter),
  }));
  for (const { round } of entrants) await round();
  const samples = await inTurns(entrants, rounds);
  return [
    {
      title: "start-up to the first answer",
      unit: "ms",
      rows: pairedRows(entries, samples, "cost"),
    },
  ];
}

async function starters(
  programs: Programs,
  folders: Folders,
): Promise<Starter[]> {
  const place = path.join(folders.folder, "start");
  mkdirSync(place, { recursive: true });
  const empty = path.join(place, "empty.mjs");
  writeFileSync(empty, "");
  return [
    { name: "empty script", file: empty },
    ...bundled.map(
      ({ program, lifecycle = "handshake", ...entry }): Starter => ({
        ...entry,
        file: programs.file(program),
        lifecycle,
      }),
    ),
    ...(await minified(programs, folders, place)),
    ...installedServers(folders).map((entry): Starter => {
      return { ...entry, lifecycle: "handshake" };
    }),
  ];
}

/** What is shorter is read and compiled sooner. */
async function minified(
  { stubs }: Programs,
  { repository }: Folders,
  place: string,
): Promise<Starter[]> {
  const servers = [
    { program: "tool-server", name: "tool(), minified", aim },
    { program: "sdk-v2-server", name: "SDK v2, zod, minified" },
  ] as const;
  return Promise.all(
    servers.map(async ({ program, ...entry }) => {
      const bundle = { repository, name: program, stubs, minify: true };
      const { code } = await bundleProgram(bundle);
      const file = path.join(place, `${program}.min.mjs`);
      writeFileSync(file, code);
      return { ...entry, file, lifecycle: "handshake" as const };
    }),
  );
}

/** Milliseconds. */
async function timeOf({ name, file, lifecycle }: Starter): Promise<number> {
  const program = { command: process.execPath, args: [file] };
  const start = performance.now();
  if (lifecycle === undefined) {
    await once(spawn(program.command, program.args), "exit");
    return performance.now() - start;
  }
  const session = await openSession({ name, lifecycle, ...program });
  const taken = performance.now() - start;
  await session.end();
  return taken;
}
