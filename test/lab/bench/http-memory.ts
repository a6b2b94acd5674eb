import { httpContestants, httpTargetOf, type HttpContestant } from "./http.ts";
import { describeMode, httpModes, type HttpMode } from "./http-modes.ts";
import { openHttpSession, type HttpSession } from "./http-session.ts";
import { installPrograms, type Programs } from "./installed-programs.ts";
import type { Folders } from "./main.ts";
import { median } from "./measure.ts";
import { residentMemory } from "./memory.ts";
import { inBothModes, inTurns, pairedRows } from "./rounds.ts";
import type { Row, Table } from "./table.ts";

const connections = 32;

const residentRounds = 3;
const residentCalls = 10_000;

/** Compares the resident memory of servers over HTTP after the same calls. */
export async function httpMemoryTables(folders: Folders): Promise<Table[]> {
  if (process.platform !== "linux") {
    console.error("not run: HTTP memory, which is read from /proc");
    return [];
  }
  const programs = await installPrograms(folders);
  const tables: Table[] = [];
  for (const mode of httpModes) {
    const entries = httpContestants(mode, { aim: 1.4 });
    const entrants = inBothModes(entries).map((entry) => ({
      name: entry.name,
      round: () => residentAfterLoad(entry, mode, programs),
    }));
    const samples = await inTurns(entrants, residentRounds);
    tables.push({
      title: `resident memory after ${residentCalls} calls over HTTP, ${describeMode(mode)}`,
      unit: "MB",
      rows: pairedRows(entries, samples, "cost"),
    });
  }
  return tables;
}

async function residentAfterLoad(
  entry: HttpContestant,
  mode: HttpMode,
  programs: Programs,
): Promise<number> {
  const session = await open(entry, mode, programs);
  await session.run(residentCalls);
  const resident = residentMemory(session.pid);
  await session.end();
  return resident;
}

/** Measures how the heap of a server over HTTP grows with each request, and each session. */
export async function httpHeapTables(folders: Folders): Promise<Table[]> {
  const programs = await installPrograms(folders);
  const tables: Table[] = [];
  for (const mode of httpModes) tables.push(await requestTable(mode, programs));
  tables.push(await sessionTable(programs));
  return tables;
}

const heapRounds = 5;

/** Calls of a round: those that keep much need fewer to show it. */
function callsOf({ program }: HttpContestant): number {
  return program === "http-sdk-v2-server" ? 2_000 : 20_000;
}

/** Bytes: the smallest thing that a server could keep of each request is larger. */
const nothing = 8;

async function requestTable(
  mode: HttpMode,
  programs: Programs,
): Promise<Table> {
  const rows: Row[] = [];
  for (const entry of httpContestants(mode, { aim: nothing })) {
    const session = await open(entry, mode, programs);
    const calls = callsOf(entry);
    // Fills stores that have a bound, and compiles.
    await session.run(3 * calls);
    const kept = await growth(session, calls, () => session.run(calls));
    await session.end();
    rows.push(rowOf(entry, kept));
  }
  return {
    title: `heap kept of each request, ${describeMode(mode)}`,
    unit: "bytes",
    judged: "value",
    rows,
  };
}

const sessionCount = 1_000;

/** What stays of a session that was opened and deleted. */
async function sessionTable(programs: Programs): Promise<Table> {
  const mode: HttpMode = { lifecycle: "handshake", answer: "primed" };
  const rows: Row[] = [];
  for (const entry of httpContestants(mode, { aim: 64 })) {
    // It has one id for all.
    if (entry.program === "http-bare-server") continue;
    const session = await open(entry, mode, programs);
    await session.openAndDelete(3 * sessionCount);
    const kept = await growth(session, sessionCount, () =>
      session.openAndDelete(sessionCount),
    );
    await session.end();
    rows.push(rowOf(entry, kept));
  }
  return {
    title: "heap kept of each session that was opened and deleted",
    unit: "bytes",
    judged: "value",
    rows,
  };
}

interface Growth {
  /** Bytes for each time: the median of the rounds. */
  readonly median: number;
  /** How far the rounds lie apart. */
  readonly spread: number;
}

/** How the heap grows while something is done so often in each round. */
async function growth(
  session: HttpSession,
  times: number,
  work: () => Promise<void>,
): Promise<Growth> {
  const grown: number[] = [];
  let before = await session.heap();
  for (let round = 0; round < heapRounds; round++) {
    await work();
    const after = await session.heap();
    grown.push((after - before) / times);
    before = after;
  }
  const spread = (Math.max(...grown) - Math.min(...grown)) / 2;
  return { median: median(grown), spread };
}

function open(
  entry: HttpContestant,
  mode: HttpMode,
  programs: Programs,
): Promise<HttpSession> {
  return openHttpSession(httpTargetOf(entry, mode, programs), connections);
}

function rowOf({ name, aim }: HttpContestant, growth: Growth): Row {
  return { name, ...growth, ...(aim !== undefined && { aim }) };
}
