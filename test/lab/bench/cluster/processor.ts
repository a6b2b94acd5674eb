import type { Lifecycle } from "../echo-messages.ts";
import type { ServerProcess } from "../http-server-process.ts";
import { inTurns, pairedRows, type Entry } from "../rounds.ts";
import type { Table } from "../table.ts";
import { Caller, type Stage } from "./stage.ts";

const [rounds, calls, connections] = [9, 4_000, 32];

/** The processor's time of a call: of one process, and of several behind a proxy together. */
export async function processorTable(
  { alone, several, port, portOfOne }: Stage,
  lifecycle: Lifecycle,
): Promise<Table> {
  const isStateless = lifecycle === "stateless";
  const entries: readonly Entry[] = [
    { name: isStateless ? "one process" : "one process, sessions in memory" },
    { name: "the same behind nginx" },
    {
      name: isStateless
        ? "four behind nginx"
        : "four behind nginx, sessions in Redis",
      aim: 1.25,
    },
  ];
  const [one = "", behind = "", four = ""] = entries.map(({ name }) => name);
  const near = await openAll(alone.port, lifecycle);
  const proxied = await openAll(portOfOne, lifecycle);
  const far = await openAll(port, lifecycle);
  const entrants = [
    { name: one, round: () => cost([alone], near) },
    { name: behind, round: () => cost([alone], proxied) },
    { name: four, round: () => cost(several, far) },
  ];
  // What is not compiled yet is not measured.
  await inTurns(entrants, 8);
  const samples = await inTurns(entrants, rounds);
  for (const caller of [...near, ...proxied, ...far]) caller.close();
  return {
    title: `Several processes, ${isStateless ? "stateless" : "sessions"}, ${connections} connections: the processor's time of a call`,
    unit: "µs",
    rows: pairedRows(entries, samples, "cost"),
  };
}

function openAll(port: number, lifecycle: Lifecycle): Promise<Caller[]> {
  const all = Array.from({ length: connections }, () =>
    Caller.open(port, lifecycle),
  );
  return Promise.all(all);
}

/** Microseconds of the processor for a call, of all these servers together. */
async function cost(
  servers: readonly ServerProcess[],
  callers: readonly Caller[],
): Promise<number> {
  const spent = async (): Promise<number> => {
    let sum = 0;
    for (const server of servers) sum += await server.figure("cpu");
    return sum;
  };
  const before = await spent();
  const each = calls / callers.length;
  await Promise.all(
    callers.map(async (caller) => {
      for (let call = 0; call < each; call++) await caller.call();
    }),
  );
  return ((await spent()) - before) / calls;
}
