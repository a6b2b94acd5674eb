import { setTimeout as pause } from "node:timers/promises";
import type { Place } from "../support/processes.ts";
import type { RedisServer } from "../support/redis.ts";
import type { Clients } from "./clients.ts";

/** What is struck. */
export interface Target {
  readonly places: readonly Place[];
  readonly redis?: RedisServer;
  readonly clients: Clients;
  /** How often each process is killed. */
  readonly rounds: number;
  /** How long each stays dead, and how long it is calm after it is back, in milliseconds. */
  readonly deadMs: number;
  readonly calmMs: number;
}

/** What was killed, and when it was there again, in milliseconds of the clock. */
export interface Strike {
  /** The process, as the ledger names it; "redis" for the store. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

export type Strikes = readonly Strike[];

/** Kills all processes, one after the other, and the store once. */
export async function rage(target: Target): Promise<Strikes> {
  const { places, redis, clients, rounds, deadMs, calmMs } = target;
  const strikes: Strike[] = [];
  /** Kills something, and has it back. */
  const strike = async (
    kill: () => Promise<string>,
    start: () => Promise<void>,
  ): Promise<void> => {
    const from = Date.now();
    clients.tell({ kind: "lightning" });
    const name = await kill();
    await pause(deadMs);
    await start();
    strikes.push({ name, from, to: Date.now() });
    clients.tell({ kind: "rain" });
    await pause(calmMs);
  };
  await pause(calmMs);
  for (let round = 0; round < rounds; round++)
    for (const [at, place] of places.entries()) {
      await strike(
        () => place.kill(),
        () => place.start(),
      );
      if (!redis || round > 0 || at !== 1) continue;
      await strike(
        () => redis.kill().then(() => "redis"),
        () => redis.start(),
      );
    }
  clients.tell({ kind: "over" });
  return strikes;
}
