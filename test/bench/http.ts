import type { ProgramName, Programs } from "./bundles.ts";
import { writePrograms } from "./bundles.ts";
import { describeMode, httpModes, type HttpMode } from "./http-modes.ts";
import type { HttpTarget } from "./http-session.ts";
import type { Folders } from "./main.ts";
import { onCore, pins, serverCore } from "./pinned.ts";
import { pairedRows, type Entry } from "./rounds.ts";
import { drive } from "./stdio.ts";
import type { Table } from "./table.ts";

/** A server over HTTP that takes part. */
export interface HttpContestant extends Entry {
  readonly program: ProgramName;
  /** What the program is told beside the mode. */
  readonly args?: readonly string[];
}

/** The servers of one mode; the first is the least code that does the job. */
export function httpContestants(
  mode: HttpMode,
  { aim, known }: { readonly aim: number; readonly known?: string },
): HttpContestant[] {
  const program = "http-sdk-v2-server";
  const perRequest = { name: "SDK v2, per request", args: ["per-request"] };
  return [
    { name: "bare node:http", program: "http-bare-server" },
    { name: "handlers", program: "http-handlers-server", aim },
    { name: "tool()", program: "http-tool-server", aim },
    { name: "tool(), zod", program: "http-zod-server" },
    { name: "SDK v2, zod", program, ...(known !== undefined && { known }) },
    // Without sessions it answers older clients with streams alone.
    ...(mode.lifecycle === "handshake" && mode.answer === "stream"
      ? [{ ...perRequest, program } as const]
      : []),
  ];
}

export function httpTargetOf(
  { name, program, args = [] }: HttpContestant,
  mode: HttpMode,
  programs: Programs,
): HttpTarget {
  const command = onCore(serverCore, [
    "--expose-gc",
    programs.file(program),
    JSON.stringify(mode),
    ...args,
  ]);
  return { name, ...mode, ...command };
}

const rounds = 15;
const milliseconds = 60;

/** Calls per second over HTTP of a server that has a tool `echo`, of bare `node:http`'s. */
export async function httpTables(folders: Folders): Promise<Table[]> {
  const programs = await writePrograms(folders);
  const tables: Table[] = [];
  for (const mode of httpModes) {
    const entries = httpContestants(mode, {
      aim: 0.8,
      known: "0.08–0.13",
    });
    const targets = entries.map((entry) => httpTargetOf(entry, mode, programs));
    for (const window of [1, 32]) {
      const load = { targets, window, rounds, milliseconds };
      const samples = drive(load, programs);
      const connections = `${window} connection${window === 1 ? "" : "s"}`;
      tables.push({
        title: `HTTP echo, ${describeMode(mode)}, ${connections}${pins ? "" : ", not pinned"}`,
        unit: "µs",
        judged: "speed",
        rows: pairedRows(entries, samples, "speed"),
      });
    }
  }
  return tables;
}
