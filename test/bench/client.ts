import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writePrograms, type ProgramName, type Programs } from "./bundles.ts";
import type { Lifecycle } from "./echo-messages.ts";
import type { Folders } from "./main.ts";
import {
  driverCore,
  onCore,
  pins,
  serverCore,
  type Command,
} from "./pinned.ts";
import type { ClientRound } from "./programs/client-rounds.ts";
import { inTurns, pairedRows, type Entrant, type Entry } from "./rounds.ts";
import type { Table } from "./table.ts";

interface Contestant extends Entry {
  readonly program: ProgramName;
}

const rounds = 21;
const milliseconds = 80;
const window = 64;

const bare: Contestant = { name: "JSON and a map", program: "bare-client" };
const ours: Contestant = { name: "client", program: "client", aim: 0.9 };
const first: Contestant = { name: "SDK v1", program: "sdk-v1-client" };
const second: Contestant = {
  name: "SDK v2",
  program: "sdk-v2-client",
  known: "0.2",
};

/** Calls per second of a client of the bare server, of raw JSON's. */
export async function clientTables(folders: Folders): Promise<Table[]> {
  const programs = await writePrograms(folders);
  return [
    await measured("handshake", [bare, ours, first, second], programs),
    await measured("stateless", [bare, ours, second], programs),
  ];
}

async function measured(
  lifecycle: Lifecycle,
  contestants: readonly Contestant[],
  programs: Programs,
): Promise<Table> {
  const clients: ClientProcess[] = [];
  for (const { program } of contestants)
    clients.push(await startClient(program, lifecycle, programs));
  const entrants = await Promise.all(
    clients.map((client, index) =>
      entrantOf(contestants[index]?.name ?? "", client),
    ),
  );
  const samples = await inTurns(entrants, rounds);
  for (const client of clients) await client.end();
  return {
    title: `client, ${lifecycle}, window ${window}${pins ? "" : ", not pinned"}`,
    unit: "µs",
    judged: "speed",
    rows: pairedRows(contestants, samples, "speed"),
  };
}

/** A program that is asked for rounds. */
export interface ClientProcess {
  /** Microseconds for one call. */
  time(calls: number): Promise<number>;
  end(): Promise<void>;
}

/** Starts a client, which starts its server; both stay on their cores. */
function startClient(
  program: ProgramName,
  lifecycle: Lifecycle,
  programs: Programs,
): Promise<ClientProcess> {
  const answering =
    lifecycle === "handshake" ? "bare-server" : "bare-stateless-server";
  const server = onCore(serverCore, [programs.file(answering)]);
  const args = [programs.file(program), JSON.stringify(server), lifecycle];
  return startRounds(program, onCore(driverCore, args), window);
}

/** Starts a program that plays rounds, each with so many calls under way at a time. */
export async function startRounds(
  program: string,
  { command, args }: Command,
  window: number,
): Promise<ClientProcess> {
  const child = spawn(command, args, {
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
