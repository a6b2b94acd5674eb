import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { writePrograms } from "./bundles.ts";
import { httpTargetOf, type HttpContestant } from "./http.ts";
import { describeMode, httpModes, type HttpMode } from "./http-modes.ts";
import { openLoadedServer, hasGenerator } from "./load-generator.ts";
import type { Folders } from "./main.ts";
import { pins } from "./pinned.ts";
import { inTurns, pairedRows } from "./rounds.ts";
import type { Table } from "./table.ts";

const connections = 32;
const rounds = 7;

/** The servers of a mode; the first is the least code that does the job. */
function contestants({ answer }: HttpMode): HttpContestant[] {
  const aim = answer === "json" ? 0.85 : 0.8;
  return [
    { name: "bare node:http", program: "http-bare-server" },
    { name: "handlers", program: "http-handlers-server", aim },
    { name: "tool(), zod", program: "http-zod-server", aim },
  ];
}

/**
 * Calls over HTTP as many clients make them at once, by a load generator that is
 * not ours: the time of a call, and the processor time that the server spends on
 * it, which a busy machine changes less.
 */
export async function httpLoadTables(folders: Folders): Promise<Table[]> {
  if (!hasGenerator() || !existsSync("/proc/self/stat")) {
    console.error("not run: HTTP load, without wrk on Linux");
    return [];
  }
  const programs = await writePrograms(folders);
  const place = path.join(folders.folder, "load");
  mkdirSync(place, { recursive: true });
  const tables: Table[] = [];
  for (const mode of httpModes.filter(({ answer }) => answer !== "primed")) {
    const entries = contestants(mode);
    const servers = await Promise.all(
      entries
        .map((entry) => httpTargetOf(entry, mode, programs))
        .map((target) => openLoadedServer(target, { place, connections })),
    );
    // What is not compiled yet is not measured.
    await inTurns(servers, 2);
    for (const { processor } of servers) processor.length = 0;
    const times = await inTurns(servers, rounds);
    const spent = servers.map(({ name, processor }) => [name, processor]);
    for (const server of servers) await server.end();
    const title = `HTTP load, ${describeMode(mode)}, ${connections} connections${pins ? "" : ", not pinned"}`;
    const form = { unit: "µs", judged: "speed" } as const;
    tables.push(
      { ...form, title, rows: pairedRows(entries, times, "speed") },
      {
        ...form,
        title: `${title}, processor time`,
        rows: pairedRows(entries, Object.fromEntries(spent), "speed"),
      },
    );
  }
  return tables;
}
