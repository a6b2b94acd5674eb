import { entrantOf, startRounds, type ClientProcess } from "./client.ts";
import type { Lifecycle } from "./echo-messages.ts";
import { startServer } from "./http-server-process.ts";
import {
  installPrograms,
  type ProgramName,
  type Programs,
} from "./installed-programs.ts";
import type { BenchOptions, Folders } from "./main.ts";
import { driverCore, onCore, pins, serverCore } from "./pinned.ts";
import type { HttpClientTarget } from "./programs/http-target.ts";
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

const contestants: readonly Contestant[] = [
  { name: "fetch and JSON", program: "http-bare-client" },
  { name: "client", program: "http-client", readsNodeEnv: true, aim: 0.8 },
  { name: "SDK v2", program: "http-sdk-v2-client" },
];

const rounds = 21;
const warmUp = 2_000;

/** Compares clients over HTTP of the bare server by their calls per second. */
export async function httpClientTables(
  folders: Folders,
  { includes }: BenchOptions,
): Promise<Table[]> {
  const programs = await installPrograms(folders);
  const tables: Table[] = [];
  for (const lifecycle of ["handshake", "stateless"] as const)
    for (const window of [1, 32]) {
      const calls = window === 1 ? "1 call" : `${window} calls`;
      const title = `HTTP client, ${lifecycle}, ${calls} at a time${pins ? "" : ", not pinned"}`;
      if (!includes(title)) continue;
      const rows = await measured(lifecycle, window, programs);
      tables.push({ title, unit: "µs", judged: "speed", rows });
    }
  return tables;
}

async function measured(
  lifecycle: Lifecycle,
  window: number,
  programs: Programs,
): Promise<Row[]> {
  const mode = JSON.stringify({ lifecycle, answer: "json" });
  const args = ["--expose-gc", programs.file("http-bare-server"), mode];
  const server = await startServer("bare", onCore(serverCore, args));
  const url = `http://127.0.0.1:${server.port}/mcp`;
  const clients: ClientProcess[] = [];
  const entrants: Entrant[] = [];
  for (const variant of inBothModes(contestants)) {
    const client = await startClient(variant, { url, lifecycle });
    clients.push(client);
    entrants.push(await entrantOf(variant.name, client, warmUp));
  }
  const samples = await inTurns(entrants, rounds);
  for (const client of clients) await client.end();
  await server.end();
  return pairedRows(contestants, samples, "speed");

  function startClient(
    { program, nodeEnv }: Variant<Contestant>,
    target: HttpClientTarget,
  ): Promise<ClientProcess> {
    // The official client has thousands of listeners on one signal.
    const args = [
      "--no-warnings",
      programs.file(program),
      JSON.stringify(target),
    ];
    const command = onCore(driverCore, args, nodeEnv);
    return startRounds(program, command, window);
  }
}
