import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Lifecycle } from "./echo-messages.ts";
import {
  installPrograms,
  type ProgramName,
  type Programs,
} from "./installed-programs.ts";
import type { BenchOptions, Folders } from "./main.ts";
import {
  driverCore,
  environmentWith,
  onCore,
  pins,
  serverCore,
  type Command,
} from "./pinned.ts";
import type { ClientRound } from "./programs/client-rounds.ts";
import {
  inBothModes,
  inTurns,
  pairedRows,
  type Entrant,
  type Entry,
  type Variant,
} from "./rounds.ts";
import type { Row, Table } from "./table.ts";

interface Contestant extends Entry {
  readonly program: ProgramName;
}

const rounds = 21;
const milliseconds = 80;
const window = 64;

const bare: Contestant = { name: "JSON and a map", program: "bare-client" };
const ours: Contestant = {
  name: "client",
  program: "client",
  readsNodeEnv: true,
  aim: 0.9,
};
const first: Contestant = { name: "SDK v1", program: "sdk-v1-client" };
const second: Contestant = { name: "SDK v2", program: "sdk-v2-client" };

/** Compares clients of a server that does the least work by their calls per second. */
export async function clientTables(
  folders: Folders,
  { includes }: BenchOptions,
): Promise<Table[]> {
  const programs = await installPrograms(folders);
  const contestants: Readonly<Record<Lifecycle, readonly Contestant[]>> = {
    handshake: [bare, ours, first, second],
    stateless: [bare, ours, second],
  };
  const tables: Table[] = [];
  for (const lifecycle of ["handshake", "stateless"] as const) {
    const title = `client, ${lifecycle}, window ${window}${pins ? "" : ", not pinned"}`;
    if (!includes(title)) continue;
    const rows = await measured(lifecycle, contestants[lifecycle], programs);
    tables.push({ title, unit: "µs", judged: "speed", rows });
  }
  return tables;
}

async function measured(
  lifecycle: Lifecycle,
  contestants: readonly Contestant[],
  programs: Programs,
): Promise<Row[]> {
  const clients: ClientProcess[] = [];
  const entrants: Entrant[] = [];
  for (const variant of inBothModes(contestants)) {
    const client = await startClient(variant, lifecycle, programs);
    clients.push(client);
    entrants.push(await entrantOf(variant.name, client));
  }
  const samples = await inTurns(entrants, rounds);
  for (const client of clients) await client.end();
  return pairedRows(contestants, samples, "speed");
}

/** A program that is asked for rounds. */
export interface ClientProcess {
  /** Microseconds for one call. */
  time(calls: number): Promise<number>;
  end(): Promise<void>;
}

/** Starts a client, which starts its server; both stay on their cores. */
function startClient(
  { program, nodeEnv }: Variant<Contestant>,
  lifecycle: Lifecycle,
  programs: Programs,
): Promise<ClientProcess> {
  const answering = [programs.file("answering-server"), lifecycle];
  const server = onCore(serverCore, answering);
  const args = [programs.file(program), JSON.stringify(server), lifecycle];
  return startRounds(program, onCore(driverCore, args, nodeEnv), window);
}

/** Starts a program that plays rounds, each with so many calls under way at a time. */
export async function startRounds(
  program: string,
  { command, args, nodeEnv }: Command,
  window: number,
): Promise<ClientProcess> {
  const child = spawn(command, args, {
    env: environmentWith(nodeEnv),
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  await message(child, program);
  return {
    async time(calls) {
      child.send({ calls, window } satisfies ClientRound);
      return Number(await message(child, program));
    },
    async end() {
      const gone = once(child, "exit");
      child.send("end");
      await gone;
    },
  };
}

/** The next message of a client, or an error when it ends first. */
function message(child: ChildProcess, name: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = (): void => reject(new Error(`${name} has ended`));
    child.once("exit", onExit);
    child.once("message", (value) => {
      child.off("exit", onExit);
      resolve(value);
    });
  });
}

/** Warms a client up, and makes as many calls in a round as fill its time. */
export async function entrantOf(
  name: string,
  client: ClientProcess,
  warmUp = 10_000,
): Promise<Entrant> {
  for (let i = 0; i < 4; i++) await client.time(warmUp / 2);
  const calls = Math.ceil((milliseconds * 1000) / (await client.time(warmUp)));
  return { name, round: () => client.time(calls) };
}
