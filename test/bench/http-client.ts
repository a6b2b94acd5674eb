import { writePrograms, type ProgramName, type Programs } from "./bundles.ts";
import { entrantOf, startRounds, type ClientProcess } from "./client.ts";
import type { Lifecycle } from "./echo-messages.ts";
import { startServer } from "./http-server-process.ts";
import type { Folders } from "./main.ts";
import { driverCore, onCore, pins, serverCore } from "./pinned.ts";
import type { HttpClientTarget } from "./programs/http-target.ts";
import { inTurns, pairedRows, type Entry } from "./rounds.ts";
import type { Table } from "./table.ts";

interface Contestant extends Entry {
  readonly program: ProgramName;
}

const contestants: readonly Contestant[] = [
  { name: "fetch and JSON", program: "http-bare-client" },
  { name: "client", program: "http-client", aim: 0.8 },
  { name: "SDK v2", program: "http-sdk-v2-client" },
];

const rounds = 21;
const warmUp = 4_000;

/** Calls per second over HTTP of a client of the bare server, of raw `fetch`'s. */
export async function httpClientTables(folders: Folders): Promise<Table[]> {
  const programs = await writePrograms(folders);
  const tables: Table[] = [];
  for (const lifecycle of ["handshake", "stateless"] as const)
    for (const window of [1, 32])
      tables.push(await measured(lifecycle, window, programs));
  return tables;
}

async function measured(
  lifecycle: Lifecycle,
  window: number,
  programs: Programs,
): Promise<Table> {
  const mode = JSON.stringify({ lifecycle, answer: "json" });
  const args = ["--expose-gc", programs.file("http-bare-server"), mode];
  const server = await startServer("bare", onCore(serverCore, args));
  const url = `http://127.0.0.1:${server.port}/mcp`;
  const clients: ClientProcess[] = [];
  for (const { program } of contestants)
    clients.push(await startClient(program, { url, lifecycle }));
  const entrants = await Promise.all(
    clients.map((client, index) =>
      entrantOf(contestants[index]?.name ?? "", client, warmUp),
    ),
  );
  const samples = await inTurns(entrants, rounds);
  for (const client of clients) await client.end();
  await server.end();
  const calls = window === 1 ? "1 call" : `${window} calls`;
  return {
    title: `HTTP client, ${lifecycle}, ${calls} at a time${pins ? "" : ", not pinned"}`,
    unit: "µs",
    judged: "speed",
    rows: pairedRows(contestants, samples, "speed"),
  };

  function startClient(
    program: ProgramName,
    target: HttpClientTarget,
  ): Promise<ClientProcess> {
    // The official client has thousands of listeners on one signal.
    const args = ["--no-warnings", programs.file(program)];
    const command = onCore(driverCore, [...args, JSON.stringify(target)]);
    return startRounds(program, command, window);
  }
}
