import { execFile, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { firstId } from "./http-requests.ts";
import { openHttpSession, type HttpTarget } from "./http-session.ts";
import { driverCore, pins } from "./pinned.ts";
import type { Entrant } from "./rounds.ts";

/** Whether the load generator is there: `wrk`, as distributions have it. */
export function hasGenerator(): boolean {
  return spawnSync("wrk", ["-v"]).error === undefined;
}

export interface LoadOptions {
  /** Where its scripts may lie. */
  readonly place: string;
  readonly connections: number;
}

/** A server under load: a round is the time of one call, in microseconds. */
export interface LoadedServer extends Entrant {
  /** What the server spent on a call in each round, in microseconds. */
  readonly processor: number[];
  end(): Promise<void>;
}

const seconds = 1;

/** A tick of the clock in `/proc`, in microseconds. */
const tick = 10_000;

/** Starts a server, and sees to it that it answers as is measured. */
export async function openLoadedServer(
  target: HttpTarget,
  { place, connections }: LoadOptions,
): Promise<LoadedServer> {
  const session = await openHttpSession(target, 1);
  const { name, pid = 0 } = session;
  const script = path.join(place, `${pid}.lua`);
  writeFileSync(script, scriptOf(session.printCall(firstId)));
  const load = [
    ...["wrk", "-t1", `-c${connections}`, `-d${seconds}s`],
    ...["-s", script, `http://127.0.0.1:${session.port}/mcp`],
  ];
  const [command = "", ...args] = pins
    ? ["taskset", "-c", String(driverCore), ...load]
    : load;
  const processor: number[] = [];
  return {
    name,
    processor,
    async round() {
      const before = spentBy(pid);
      const { stdout } = await promisify(execFile)(command, args);
      const spent = spentBy(pid) - before;
      const [, calls = ""] = /(\d+) requests in/.exec(stdout) ?? [];
      const [, rate = ""] = /Requests\/sec:\s+([\d.]+)/.exec(stdout) ?? [];
      if (calls === "" || stdout.includes("Non-2xx"))
        throw new Error(`${name} under load: ${stdout}`);
      processor.push(spent / Number(calls));
      await session.check();
      return 1e6 / Number(rate);
    },
    end: () => session.end(),
  };
}

/** A script that sends the same call again and again, each with an id of its own. */
function scriptOf(call: string): string {
  const [before = "", after = ""] = call.split(String(firstId));
  return [
    `local id = ${firstId}`,
    `local before, after = ${JSON.stringify(before)}, ${JSON.stringify(after)}`,
    "request = function() id = id + 1 return before .. id .. after end",
  ].join("\n");
}

/** Microseconds of a processor that a process has spent. */
function spentBy(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // Behind the name, which may hold anything: the 14th and 15th field of all.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * tick;
}
