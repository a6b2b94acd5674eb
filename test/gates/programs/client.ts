// A client that calls the tool `echo` of a server over stdio or HTTP.
import process from "node:process";
import { createClient } from "../../../generated/index.ts";
import { httpTransport } from "../../../src/runtime/http-client.ts";
import { spawnStdio } from "../../../src/runtime/spawn-stdio.ts";
import { echoed } from "../../lab/bench/echo-messages.ts";
import type { Command } from "../../lab/bench/pinned.ts";
import { createProbe, probedCalls } from "./probe.ts";

/** Argument of this program. */
export interface ClientSetup {
  /** File for the observation. */
  readonly file: string;
  /** Program to start, or address of a server over HTTP. */
  readonly server: Command | { readonly url: string };
}

const { file, server } = JSON.parse(process.argv[2] ?? "") as ClientSetup;
const probe = createProbe(file);

const client = createClient({ info: { name: "gate", version: "1.0.0" } });
await client.connect(
  "url" in server ? httpTransport(server) : spawnStdio(server),
);
await callOften();
await client.close();

async function callOften(): Promise<void> {
  for (let call = 0; call < probedCalls; call++) {
    probe();
    const { content } = await client.callTool({
      name: "echo",
      arguments: { text: echoed },
    });
    const [block] = content;
    if (block?.type !== "text" || block.text !== echoed)
      throw new Error("The server sent a wrong answer.");
  }
}
