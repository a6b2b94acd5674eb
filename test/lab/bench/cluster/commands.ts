import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { RedisServer } from "../../../runtime/sessions/support/redis.ts";
import { openConnection } from "../http-connection.ts";
import { firstId } from "../http-requests.ts";
import type { Table } from "../table.ts";
import {
  callPrinter,
  endSession,
  openSession,
  requireAnswer,
  type Stage,
} from "./stage.ts";

const count = 200;

/** How many commands and scripts Redis is sent for what clients do. */
export async function commandTable({
  several: [home, other],
  redis,
}: Stage): Promise<Table> {
  if (!home || !other) throw new Error("one process is not several");
  const own = await openConnection(home.port);
  const far = await openConnection(other.port);
  const monitor = await watch(redis);
  const sessions: string[] = [];
  const call = async (
    port: number,
    connection: typeof own,
    session?: string,
  ): Promise<void> => {
    const lifecycle = session === undefined ? "stateless" : "handshake";
    const print = callPrinter(port, lifecycle, session);
    requireAnswer(await connection.ask(print(firstId)));
  };
  /** Its answer is a stream: three messages come before the result. */
  const stream = async (session = ""): Promise<void> => {
    const print = callPrinter(home.port, "handshake", session);
    const request = print(firstId).replace('"echo"', '"logs"');
    const answer = await own.ask(request);
    requireAnswer(answer);
    if (!answer.includes("step 3")) throw new Error(`no stream: ${answer}`);
  };
  const works: Record<string, (at: number) => Promise<void>> = {
    "tools/call, stateless": () => call(home.port, own),
    "initialize, notifications/initialized": async () => {
      sessions.push(await openSession(own, home.port));
    },
    "tools/call, the session used here within 5 seconds": (at) =>
      call(home.port, own, sessions[at]),
    "tools/call, the same, answered as a stream of four messages": (at) =>
      stream(sessions[at]),
    "tools/call, the session not used here before": (at) =>
      call(other.port, far, sessions[at]),
    "DELETE of the session": (at) =>
      endSession(own, home.port, sessions[at] ?? ""),
  };
  const rows: { name: string; median: number }[] = [];
  for (const [name, work] of Object.entries(works)) {
    const idle = await monitor.rate(() => sleep(1_000));
    const began = performance.now();
    const sent = await monitor.count(async () => {
      for (let at = 0; at < count; at++) await work(at);
    });
    const noise = (idle * (performance.now() - began)) / 1_000;
    rows.push({ name, median: Math.max(0, sent - noise) / count });
  }
  monitor.close();
  own.close();
  far.close();
  return {
    title: "Several processes: commands and scripts of Redis, each",
    unit: "commands",
    judged: "value",
    rows,
  };
}

/** Counts what Redis is sent: not what scripts do by themselves. */
interface Monitor {
  /** How many come while something is done. */
  count(work: () => Promise<unknown>): Promise<number>;
  /** The same, in a second. */
  rate(work: () => Promise<unknown>): Promise<number>;
  close(): void;
}

async function watch({ port }: RedisServer): Promise<Monitor> {
  const child = spawn("redis-cli", ["-p", String(port), "monitor"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let lines = 0;
  await new Promise<void>((resolve) => {
    createInterface(child.stdout).on("line", (line) => {
      if (line === "OK") resolve();
      else if (!line.includes(" lua] ")) lines++;
    });
  });
  const count = async (work: () => Promise<unknown>): Promise<number> => {
    const before = lines;
    await work();
    // What was done is printed a little later.
    await sleep(100);
    return lines - before;
  };
  return {
    count,
    async rate(work) {
      const start = performance.now();
      const found = await count(work);
      return (found * 1_000) / (performance.now() - start);
    },
    close: () => void child.kill(),
  };
}
