import { build } from "esbuild";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as mcp from "../../../generated/index.ts";
import { generateServer } from "../../../src/contracts/server/index.ts";
import { temporaryFolder } from "../../emit/output/folder.ts";
import { fromSources } from "../../support/from-sources.ts";

/** A server that was generated, on the runtime as it is in the sources. */
export interface LoadedServer {
  /** The runtime that it uses. */
  readonly mcp: typeof mcp;
  create(handlers: object, options?: object): mcp.Server;
  /** What it is, for other processes. */
  readonly file: string;
  /** The handlers that are to be filled in. */
  readonly handlers: Handlers;
}

/** Handlers by their kind and name. */
export type Handlers = Readonly<Record<string, Record<string, unknown>>>;

/** Generates a server of a description, and loads what was written. */
export async function loadServer(description: object): Promise<LoadedServer> {
  const folder = temporaryFolder();
  const out = join(folder, "weather-server");
  await generateServer({ description, out, runtime: "@mcp-gen/runtime" });
  const entry = join(folder, "entry.ts");
  writeFileSync(
    entry,
    `export { serveStdio } from "@mcp-gen/runtime/serve-stdio";
    export * as mcp from "@mcp-gen/runtime";
    export { createWeatherServer as create } from "./weather-server/index.js";
    export { handlers } from "./weather-server/handlers.js";`,
  );
  const outfile = join(folder, "built.mjs");
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    plugins: [fromSources],
    logLevel: "error",
  });
  const loaded: Omit<LoadedServer, "file"> = await import(
    /* @vite-ignore */ pathToFileURL(outfile).href
  );
  return { ...loaded, file: outfile };
}
