import { writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type * as generated from "../../../generated/index.ts";
import type * as library from "../../../src/index.ts";
import type * as memory from "../../../src/runtime/memory.ts";
import type { Folders } from "./main.ts";
import { inTurns, pairedRows, type Entrant } from "./rounds.ts";
import type { Table } from "./table.ts";

const rounds = 41;
/** How long a round takes, about. */
const milliseconds = 40;

const hours = {
  type: "array",
  items: {
    type: "object",
    properties: { at: { type: "string" }, degrees: { type: "number" } },
    required: ["at"],
  },
};

/** The server whose client is measured. */
const snapshot = {
  formatVersion: 1,
  server: { name: "weather", version: "1.0.0" },
  protocolVersion: "2025-11-25",
  tools: [
    {
      name: "forecast",
      inputSchema: {
        type: "object" as const,
        properties: {
          city: { type: "string" },
          days: { type: "integer", minimum: 1 },
          units: { enum: ["metric", "imperial"] },
        },
        required: ["city"],
        additionalProperties: false,
      },
      outputSchema: {
        type: "object" as const,
        properties: { high: { type: "number" }, hours },
        required: ["high"],
      },
    },
  ],
  prompts: [],
  resources: [],
  resourceTemplates: [],
} satisfies library.Snapshot;

const args = { city: "Oslo", days: 3, units: "metric" };
const answer = {
  content: [{ type: "text" as const, text: "20" }],
  structuredContent: { high: 20, hours: [{ at: "12:00", degrees: 19 }] },
};

/** A connection, as far as it is measured. */
interface Weather {
  readonly client: generated.Client;
  forecast(given: object): Promise<unknown>;
  close(): Promise<void>;
}

type Connect = (transport: unknown, options: object) => Promise<Weather>;

/** A call through a typed client, which checks both ways, against `callTool` of the generic one. */
export async function typedClientTables(folders: Folders): Promise<Table[]> {
  const dist = path.join(folders.repository, "dist");
  const load = async (file: string): Promise<unknown> =>
    import(pathToFileURL(path.join(dist, file)).href);
  const { createServer } = (await load(
    "generated/index.js",
  )) as typeof generated;
  const { createMemoryPair } = (await load(
    "runtime/memory.js",
  )) as typeof memory;
  const { generateClient } = (await load("index.js")) as typeof library;
  const connectWeather = await emitted(generateClient, folders);
  const tables: Table[] = [];
  for (const revision of ["2025-11-25", "2026-07-28"]) {
    const server = createServer({
      info: snapshot.server,
      handlers: {
        listTools: () => ({ tools: snapshot.tools }),
        callTool: () => answer,
      },
    });
    const [near, far] = createMemoryPair();
    server.connect(far);
    const weather = await connectWeather(near, {
      onDrift: false,
      connect: { revisions: [revision] },
    });
    tables.push({
      title: `A call in memory, ${revision}`,
      unit: "µs",
      rows: await measured(weather),
    });
    await weather.close();
  }
  return tables;
}

async function measured(weather: Weather): Promise<Table["rows"]> {
  const entries = [
    { name: "callTool" },
    { name: "typed call", aim: 1.05, call: () => weather.forecast(args) },
  ];
  const params = { name: "forecast", arguments: args };
  const entrants: Entrant[] = [];
  for (const {
    name,
    call = () => weather.client.callTool(params),
  } of entries) {
    let calls = 1;
    // Until it is warm, and takes the time that a round is to take.
    for (let i = 0; i < 8; i++)
      calls = Math.ceil((milliseconds * 1000) / (await timed(call, calls)));
    entrants.push({ name, round: () => timed(call, calls) });
  }
  return pairedRows(entries, await inTurns(entrants, rounds), "cost");
}

/** What the processor needs for one call, in microseconds: of both sides. */
async function timed(
  call: () => Promise<unknown>,
  calls: number,
): Promise<number> {
  const start = process.cpuUsage();
  for (let i = 0; i < calls; i++) await call();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / calls;
}

/** The client as its user has it, compiled. */
async function emitted(
  generateClient: typeof library.generateClient,
  { repository, folder }: Folders,
): Promise<Connect> {
  const entry = path.join(repository, "dist/generated/index.js");
  const runtime = path.relative(folder, entry).replaceAll("\\", "/");
  const { files } = await generateClient({
    ...{ snapshot, name: "weather" },
    runtime: runtime.startsWith(".") ? runtime : `./${runtime}`,
  });
  for (const { path: file, text = "" } of files)
    writeFileSync(path.join(folder, file), text);
  const outfile = path.join(folder, "weather.mjs");
  await build({
    entryPoints: [path.join(folder, "index.ts")],
    ...{ outfile, bundle: true, format: "esm", platform: "node" },
    external: ["*/dist/generated/index.js"],
    logLevel: "error",
  });
  const module: { connectWeather: Connect } = await import(
    pathToFileURL(outfile).href
  );
  return module.connectWeather;
}
