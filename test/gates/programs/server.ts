// A server of the tool `echo`, with a schema of zod, over stdio or HTTP.
import process from "node:process";
import * as z from "zod";
import { createServer, text, tool } from "../../../generated/index.ts";
import { listen } from "../../../src/runtime/http-node.ts";
import { serveStdio } from "../../../src/runtime/serve-stdio.ts";
import type { HttpMode } from "../../lab/bench/http-modes.ts";
import { httpOptions } from "../../lab/bench/programs/http-options.ts";
import { createProbe } from "./probe.ts";

/** Argument of this program. */
export interface ServerSetup {
  /** File for the observation. */
  readonly file: string;
  /** Mode of a server over HTTP. */
  readonly mode?: HttpMode;
}

const { file, mode } = JSON.parse(process.argv[2] ?? "") as ServerSetup;
const probe = createProbe(file);

const input = z.object({ text: z.string() });
const echo = tool("echo", { input }, (args) => {
  probe();
  return text(args.text);
});
const server = createServer({
  info: { name: "echo", version: "1.0.0" },
  features: [echo],
});

if (mode) {
  const { port } = await listen(server, { port: 0, ...httpOptions(mode) });
  process.stdout.write(`${port}\n`);
} else {
  await serveStdio(server);
}
