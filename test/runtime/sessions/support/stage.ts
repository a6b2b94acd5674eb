import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readRan, type Ran } from "./ledger.ts";
import { startProcesses, type Cluster, type Place } from "./processes.ts";
import { program, type Program } from "./program.ts";
import type { Proxy, StartProxy } from "./proxies.ts";

/** A cluster at work: its processes, and the proxy before them. */
export interface Stage {
  readonly places: readonly Place[];
  /** Where clients reach it. */
  readonly url: URL;
  /** Which handlers have run. */
  ran(): Ran[];
  /** Kills what still runs, and removes all files. */
  close(): Promise<void>;
}

export interface StageOptions extends Omit<
  Cluster,
  "file" | "folder" | "ledger"
> {
  readonly count: number;
  /** Of the folder of programs. */
  readonly program?: string;
  /** The proxy; without it, clients reach the first process alone. */
  readonly proxy?: StartProxy;
}

/** Starts processes, and what is before them. */
export async function startStage({
  count,
  program: name = "server",
  proxy: start,
  ...cluster
}: StageOptions): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), "mcp-gen-cluster-"));
  const ledger = join(folder, "ledger");
  writeFileSync(ledger, "");
  const server: Program = await program(name);
  const { file } = server;
  const all: Cluster = { ...cluster, file, folder, ledger };
  const places = await startProcesses(count, all);
  const ports = places.map(({ port }) => port);
  const proxy: Proxy | undefined = await start?.(ports, folder);
  const port = proxy?.port ?? ports[0];
  return {
    places,
    url: new URL(`http://127.0.0.1:${port}/mcp`),
    ran: () => readRan(ledger),
    async close() {
      await proxy?.close();
      await Promise.all(places.map((place) => place.kill()));
      server.remove();
      // What is looked at where a test has failed.
      if (process.env["MCP_GEN_KEEP"] === "1") console.log(`kept: ${folder}`);
      else rmSync(folder, { recursive: true });
    },
  };
}
