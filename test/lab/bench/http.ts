import {
  installPrograms,
  type ProgramName,
  type Programs,
} from "./installed-programs.ts";
import { describeMode, httpModes, type HttpMode } from "./http-modes.ts";
import type { HttpTarget } from "./http-session.ts";
import type { BenchOptions, Folders } from "./main.ts";
import { onCore, pins, serverCore } from "./pinned.ts";
import { inBothModes, pairedRows, type Entry, type Variant } from "./rounds.ts";
import { drive, ours, type Aims } from "./stdio.ts";
import type { Table } from "./table.ts";

/** A measured server over HTTP. */
export interface HttpContestant extends Entry {
  readonly program: ProgramName;
  /** Arguments of the program after its mode. */
  readonly args?: readonly string[];
}

/** Returns the servers of one mode. The first is bare code, which checks nothing. */
export function httpContestants(
  mode: HttpMode,
  aims: Aims,
): readonly HttpContestant[] {
  const { light, zod } = ours(aims);
  const program = "http-sdk-v2-server";
  const perRequest = { name: "SDK v2, per request", args: ["per-request"] };
  return [
    { name: "bare node:http", program: "http-bare-server" },
    { ...light, name: "handlers", program: "http-handlers-server" },
    { ...light, name: "tool()", program: "http-tool-server" },
    { ...zod, name: "tool(), zod", program: "http-zod-server" },
    { name: "SDK v2, zod", program },
    // Without sessions, it answers clients of handshake revisions with streams only.
    ...(mode.lifecycle === "handshake" && mode.answer === "stream"
      ? [{ ...perRequest, program } as const]
      : []),
  ];
}

export function httpTargetOf(
  { name, program, args = [], nodeEnv }: Variant<HttpContestant>,
  mode: HttpMode,
  programs: Programs,
): HttpTarget {
  const command = onCore(
    serverCore,
    ["--expose-gc", programs.file(program), JSON.stringify(mode), ...args],
    nodeEnv,
  );
  return { name, ...mode, ...command };
}

/** Target of `tool()` with zod on 32 connections, the goal of the project. */
export function aimWithZod({ lifecycle, answer }: HttpMode): number {
  if (answer !== "json") return 0.72;
  return lifecycle === "handshake" ? 0.8 : 0.78;
}

/** Returns the end of a title: number of connections, and "not pinned" if cores cannot be chosen. */
export function describeLoad(connections: number): string {
  const count = `${connections} connection${connections === 1 ? "" : "s"}`;
  return pins ? count : `${count}, not pinned`;
}

const rounds = 21;
const milliseconds = 60;

/** Compares servers over HTTP by their calls per second. */
export async function httpTables(
  folders: Folders,
  { includes }: BenchOptions,
): Promise<Table[]> {
  const programs = await installPrograms(folders);
  const tables: Table[] = [];
  for (const mode of httpModes) {
    for (const window of [1, 32]) {
      const title = `HTTP echo, ${describeMode(mode)}, ${describeLoad(window)}`;
      if (!includes(title)) continue;
      const aim = 0.8;
      const entries = httpContestants(
        mode,
        window === 32 ? { aim, withZod: aimWithZod(mode) } : { aim },
      );
      const targets = inBothModes(entries).map((entry) =>
        httpTargetOf(entry, mode, programs),
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
