import { openConnection, type HttpConnection } from "../http-connection.ts";
import { firstId } from "../http-requests.ts";
import { median } from "../measure.ts";
import { pairedRows, type Entry } from "../rounds.ts";
import type { Table } from "../table.ts";
import {
  callPrinter,
  endSession,
  openSession,
  requireAnswer,
  type Stage,
} from "./stage.ts";

const [rounds, sessions] = [15, 100];

/** The time of a call in a session: in memory, and in Redis, seen before by its process or not. */
export async function latencyTable({
  alone,
  several: [home, other],
}: Stage): Promise<Table> {
  if (!home || !other) throw new Error("one process is not several");
  const entries: readonly Entry[] = [
    { name: "sessions in memory" },
    { name: "in Redis, used here within 5 seconds" },
    { name: "in Redis, not used here before" },
  ];
  const [memory = "", fresh = "", first = ""] = entries.map(({ name }) => name);
  const connections = {
    alone: await openConnection(alone.port),
    home: await openConnection(home.port),
    other: await openConnection(other.port),
  };
  const samples: Record<string, number[]> = {
    [memory]: [],
    [fresh]: [],
    [first]: [],
  };
  // Two rounds warm up.
  for (let round = -2; round < rounds; round++) {
    const near = await openAll(connections.alone, alone.port);
    const far = await openAll(connections.home, home.port);
    const found = {
      [memory]: await times(connections.alone, alone.port, near),
      [first]: await times(connections.other, other.port, far),
      // The same sessions again: now this process knows them.
      [fresh]: await times(connections.other, other.port, far),
    };
    if (round >= 0)
      for (const [name, taken] of Object.entries(found))
        samples[name]?.push(median(taken));
    await endAll(connections.alone, alone.port, near);
    await endAll(connections.home, home.port, far);
  }
  for (const connection of Object.values(connections)) connection.close();
  return {
    title: "Several processes: the time of a call in a session, one by one",
    unit: "µs",
    rows: pairedRows(entries, samples, "cost"),
  };
}

async function openAll(
  connection: HttpConnection,
  port: number,
): Promise<string[]> {
  const opened: string[] = [];
  while (opened.length < sessions)
    opened.push(await openSession(connection, port));
  return opened;
}

async function endAll(
  connection: HttpConnection,
  port: number,
  all: readonly string[],
): Promise<void> {
  for (const session of all) await endSession(connection, port, session);
}

/** The microseconds of one call in each session. */
async function times(
  connection: HttpConnection,
  port: number,
  all: readonly string[],
): Promise<number[]> {
  const taken: number[] = [];
  for (const [at, session] of all.entries()) {
    const request = callPrinter(port, "handshake", session)(firstId + at);
    const start = performance.now();
    const answer = await connection.ask(request);
    taken.push((performance.now() - start) * 1_000);
    requireAnswer(answer);
  }
  return taken;
}
