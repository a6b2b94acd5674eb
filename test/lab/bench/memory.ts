import { readFileSync } from "node:fs";
import { installPrograms } from "./installed-programs.ts";
import type { Folders } from "./main.ts";
import { openSession, type Target } from "./raw-session.ts";
import { inBothModes, inTurns, pairedRows } from "./rounds.ts";
import { contestants, targetOf } from "./stdio.ts";
import type { Table } from "./table.ts";

const rounds = 7;
const calls = 20_000;
const window = 64;

/** Compares the resident memory of servers after the same calls. */
export async function memoryTables(folders: Folders): Promise<Table[]> {
  if (process.platform !== "linux") {
    console.error("not run: memory, which is read from /proc");
    return [];
  }
  const programs = await installPrograms(folders);
  const entries = contestants("handshake", { aim: 1.3 });
  const entrants = inBothModes(entries).map((entry) => {
    const target = targetOf(entry, "handshake", programs);
    return { name: entry.name, round: () => residentAfterLoad(target) };
  });
  const samples = await inTurns(entrants, rounds);
  return [
    {
      title: `resident memory after ${calls} calls`,
      unit: "MB",
      rows: pairedRows(entries, samples, "cost"),
    },
  ];
}

/** Megabytes. */
async function residentAfterLoad(target: Target): Promise<number> {
  const session = await openSession(target);
  await session.run(calls, window);
  const resident = residentMemory(session.pid);
  await session.end();
  return resident;
}

/** Returns the resident megabytes of a process, from `/proc`. */
export function residentMemory(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const line = status.split("\n").find((one) => one.startsWith("VmRSS:")) ?? "";
  const kilobytes = Number(line.split(" ").filter(Boolean)[1]);
  return kilobytes / 1024;
}
