import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import {
  aimWithZod,
  describeLoad,
  httpTargetOf,
  type HttpContestant,
} from "./http.ts";
import { describeMode, httpModes, type HttpMode } from "./http-modes.ts";
import { openLoadedServer, hasGenerator } from "./load-generator.ts";
import { installPrograms } from "./installed-programs.ts";
import type { BenchOptions, Folders } from "./main.ts";
import { inBothModes, inTurns, pairedRows } from "./rounds.ts";
import type { Table } from "./table.ts";

const connections = 32;
const rounds = 7;

/** Returns the servers of a mode. The first is bare code, which checks nothing. */
function contestants(mode: HttpMode): HttpContestant[] {
  return [
    { name: "bare node:http", program: "http-bare-server" },
    {
      name: "tool(), zod",
      program: "http-zod-server",
      readsNodeEnv: true,
      aim: aimWithZod(mode),
    },
    { name: "SDK v2, zod", program: "http-sdk-v2-server" },
  ];
}

/**
 * Compares servers over HTTP under the load of `wrk`: by the time of a call, and by
 * the processor time of the server for it, which varies less on a busy machine.
 */
export async function httpLoadTables(
  folders: Folders,
  { includes }: BenchOptions,
): Promise<Table[]> {
  if (!hasGenerator() || !existsSync("/proc/self/stat")) {
    console.error("http-load was skipped: it needs Linux, and wrk in PATH");
    return [];
  }
  const programs = await installPrograms(folders);
  const place = path.join(folders.folder, "load");
  mkdirSync(place, { recursive: true });
  const tables: Table[] = [];
  for (const mode of httpModes.filter(({ answer }) => answer !== "primed")) {
    const title = `HTTP load, ${describeMode(mode)}, ${describeLoad(connections)}`;
    const processorTitle = `${title}, processor time`;
    if (!includes(processorTitle)) continue;
    const entries = contestants(mode);
    const servers = await Promise.all(
      inBothModes(entries)
        .map((entry) => httpTargetOf(entry, mode, programs))
        .map((target) => openLoadedServer(target, { place, connections })),
    );
    // Warm-up: the rounds after it run optimized code.
    await inTurns(servers, 2);
    for (const { processor } of servers) processor.length = 0;
    const times = await inTurns(servers, rounds);
    const spent = servers.map(({ name, processor }) => [name, processor]);
    for (const server of servers) await server.end();
    const form = { unit: "µs", judged: "speed" } as const;
    tables.push(
      { ...form, title, rows: pairedRows(entries, times, "speed") },
      {
        ...form,
        title: processorTitle,
        rows: pairedRows(entries, Object.fromEntries(spent), "speed"),
      },
    );
  }
  return tables;
}
