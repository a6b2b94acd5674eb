import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { installPrograms } from "./installed-programs.ts";
import type { BenchOptions, Folders } from "./main.ts";
import { environmentWith } from "./pinned.ts";
import { openSession } from "./raw-session.ts";
import { bundleProgram, generateStubs } from "./programs.ts";
import { inBothModes, inTurns, pairedRows, type Variant } from "./rounds.ts";
import { installedServers, type StartedServer } from "./start-servers.ts";
import type { Table } from "./table.ts";

const rounds = 21;

/** A server of `programs`, bundled into one file. */
interface BundledServer extends Omit<StartedServer, "file"> {
  readonly program: string;
  readonly minify?: boolean;
}

const aim = 1.15;

const bundledServers: readonly BundledServer[] = [
  { name: "handlers", program: "handlers-server", aim },
  { name: "tool()", program: "tool-server", aim },
  { name: "tool(), minified", program: "tool-server", minify: true, aim },
  { name: "tool(), zod", program: "zod-server" },
  { name: "SDK v2, zod", program: "sdk-v2-server" },
  { name: "SDK v2, zod, minified", program: "sdk-v2-server", minify: true },
];

/**
 * Compares the time from the start of a server to its first answer with the time
 * of an empty script, as installed and bundled.
 */
export async function startTables(
  folders: Folders,
  { includes }: BenchOptions,
): Promise<Table[]> {
  const empty = writeEmptyScript(folders);
  const tables: Table[] = [];
  const ways = [
    [
      "as installed",
      async () => installedServers(await installPrograms(folders)),
    ],
    ["one bundled file", () => bundle(folders)],
  ] as const;
  for (const [way, prepare] of ways) {
    const title = `start-up to the first answer, ${way}`;
    if (includes(title))
      tables.push(await startTable(title, [empty, ...(await prepare())]));
  }
  return tables;
}

const emptyScript = "empty script";

function writeEmptyScript({ folder }: Folders): StartedServer {
  const file = path.join(folder, "empty.mjs");
  writeFileSync(file, "");
  return { name: emptyScript, file };
}

async function startTable(
  title: string,
  servers: readonly StartedServer[],
): Promise<Table> {
  const entrants = inBothModes(servers).map((server) => ({
    name: server.name,
    round: () => timeOf(server),
  }));
  for (const { round } of entrants) await round();
  const samples = await inTurns(entrants, rounds);
  return {
    title,
    unit: "ms",
    rows: pairedRows(servers, samples, "cost"),
  };
}

/** Bundles as for production, which esbuild does if `NODE_ENV` is defined so. */
function bundle(folders: Folders): Promise<StartedServer[]> {
  const stubs = generateStubs(folders);
  const place = path.join(folders.folder, "start");
  mkdirSync(place, { recursive: true });
  return Promise.all(
    bundledServers.map(async ({ program, minify = false, ...entry }) => {
      const { repository } = folders;
      const options = { repository, name: program, stubs, minify };
      const { code } = await bundleProgram(options);
      const file = path.join(place, `${program}${minify ? ".min" : ""}.mjs`);
      writeFileSync(file, code);
      return { ...entry, file };
    }),
  );
}

/** Milliseconds from the start to the first answer; of the empty script, to its exit. */
async function timeOf({
  name,
  file,
  lifecycle = "handshake",
  nodeEnv,
}: Variant<StartedServer>): Promise<number> {
  const environment = nodeEnv !== undefined && { nodeEnv };
  const program = { command: process.execPath, args: [file], ...environment };
  const start = performance.now();
  if (name === emptyScript) {
    const env = environmentWith(nodeEnv);
    await once(spawn(program.command, program.args, { env }), "exit");
    return performance.now() - start;
  }
  const session = await openSession({
    name,
    lifecycle,
    ...program,
  });
  const taken = performance.now() - start;
  await session.end();
  return taken;
}
