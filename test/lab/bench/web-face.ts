import { startRounds, type ClientProcess } from "./client.ts";
import { installPrograms, type ProgramName } from "./installed-programs.ts";
import type { Folders } from "./main.ts";
import { onCore, pins, serverCore } from "./pinned.ts";
import {
  inBothModes,
  inTurns,
  pairedRows,
  type Entrant,
  type Entry,
} from "./rounds.ts";
import type { Table } from "./table.ts";

interface Contestant extends Entry {
  readonly program: ProgramName;
}

const contestants: readonly Contestant[] = [
  { name: "Request and Response", program: "bare-web-face" },
  {
    name: "createHttpHandler",
    program: "web-face",
    readsNodeEnv: true,
    aim: 1.3,
  },
  { name: "SDK v2, zod", program: "sdk-v2-web-face" },
];

const rounds = 21;
const milliseconds = 60;

/**
 * Compares the time of one call of a web-standard handler with the time that building
 * and reading a request and a response of the same texts takes.
 */
export async function webFaceTables(folders: Folders): Promise<Table[]> {
  const programs = await installPrograms(folders);
  const started: ClientProcess[] = [];
  const entrants: Entrant[] = [];
  for (const { name, program, nodeEnv } of inBothModes(contestants)) {
    const command = onCore(serverCore, [programs.file(program)], nodeEnv);
    const handler = await startRounds(program, command, 1);
    started.push(handler);
    entrants.push(await entrantOf(name, handler));
  }
  const samples = await inTurns(entrants, rounds);
  for (const handler of started) await handler.end();
  return [
    {
      title: `web-standard face, one call${pins ? "" : ", not pinned"}`,
      unit: "µs",
      rows: pairedRows(contestants, samples, "cost"),
    },
  ];
}

async function entrantOf(
  name: string,
  handler: ClientProcess,
): Promise<Entrant> {
  for (let i = 0; i < 4; i++) await handler.time(2_000);
  const cost = await handler.time(2_000);
  const calls = Math.ceil((milliseconds * 1000) / cost);
  return { name, round: () => handler.time(calls) };
}
