import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { createClient, type types } from "../../../generated/index.ts";
import { Reports } from "../../../src/runtime/protocol/timers/reports.ts";
import { compileOutputs } from "../../../src/runtime/client/outputs/compile-outputs.ts";
import { fromAjv } from "../../../src/runtime/registry/ajv.ts";
import { spawnStdio } from "../../../src/runtime/spawn-stdio.ts";
import type { PublishedServer, ToolCall } from "./servers.ts";

const options = { strict: false, logger: false } as const;
// As the README has it.
const validate = fromAjv(
  new Ajv2020(options),
  new Ajv2019(options),
  new Ajv(options),
);

/** What came of a visit to a published server. */
export interface Visit {
  readonly revision: string | undefined;
  readonly tools: readonly types.Tool[];
  /** What became of each call: whether the tool said that it failed. */
  readonly calls: readonly (readonly [name: string, fails: boolean])[];
  /** What `onError` heard. */
  readonly told: readonly string[];
  /** What was told of schemas, whether they were needed or not. */
  readonly unchecked: readonly string[];
}

/**
 * Starts a server as its users do, lists its tools and calls some, in a temporary
 * folder that is its home as well. A result that does not fit its schema rejects.
 */
export async function visit(
  server: PublishedServer,
  program: string,
): Promise<Visit> {
  const place = realpathSync(mkdtempSync(path.join(tmpdir(), "published-")));
  const home = path.join(place, "home");
  mkdirSync(home);
  const told: string[] = [];
  const client = createClient({
    info: { name: "visitor", version: "1" },
    validate,
    onInvalid: "reject",
    // Of a machine that is busy: which revision is spoken must not depend on that.
    probeTimeout: 40_000,
    onError: ({ message }) => told.push(message.replaceAll(place, "…")),
  });
  const start = (): ReturnType<typeof spawnStdio> =>
    spawnStdio({
      command: process.execPath,
      args: [program, ...(server.args?.(place) ?? [])],
      env: { HOME: home, USERPROFILE: home, ...server.env?.(place) },
      cwd: place,
      stderr: "ignore",
    });
  try {
    await client.connect(start, { timeout: 45_000 });
    const [first, ...rest] = server.calls?.(place) ?? [];
    const call = async (one: ToolCall): Promise<readonly [string, boolean]> => {
      const result = await client.callTool(one);
      return [one.name, "isError" in result && result.isError === true];
    };
    // The first before anything was listed: the client does it then.
    const calls = first ? [await call(first)] : [];
    const tools: types.Tool[] = [];
    for await (const tool of client.allTools()) tools.push(tool);
    for (const one of rest) calls.push(await call(one));
    const { protocolVersion: revision } = client;
    return { revision, tools, calls, told, unchecked: compileAll(tools) };
  } finally {
    await client.close();
    rmSync(place, { recursive: true, force: true });
  }
}

/** Compiles all schemas, those of arguments too: what goes unchecked in them. */
function compileAll(tools: readonly types.Tool[]): string[] {
  const told: string[] = [];
  // As a client has it, which tells each reason once.
  const reports = new Reports(({ message }) => told.push(message));
  const compile = compileOutputs(validate, reports.report);
  for (const { name, inputSchema, outputSchema } of tools)
    for (const schema of [inputSchema, outputSchema])
      if (schema) compile(name, JSON.stringify(schema));
  reports.end();
  return told;
}
