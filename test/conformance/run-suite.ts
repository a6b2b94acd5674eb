import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync } from "node:fs";
import path from "node:path";
import { finished } from "node:stream/promises";
import type { Folders } from "./folders.ts";
import type { Leg } from "./legs.ts";

/** Far beyond what the suite takes for a leg, in milliseconds. */
const timeout = 90_000;

/**
 * Runs the suite on one leg. What it finds is in the folder afterwards, what it
 * prints in `output.txt`. Its own verdict, the exit code, is not asked for.
 */
export async function runSuite(
  leg: Leg,
  target: readonly string[],
  folder: string,
  { repository }: Folders,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const suite = "node_modules/@modelcontextprotocol/conformance/dist/index.js";
  const args = [
    ...[
      "--import",
      path.join(repository, "test/conformance/suite/register.mjs"),
    ],
    path.join(repository, suite),
    ...[leg.side, ...target, ...leg.select, "--output-dir", folder],
  ];
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
    timeout,
  });
  const output = createWriteStream(path.join(folder, "output.txt"));
  child.stdout.pipe(output, { end: false });
  child.stderr.pipe(output, { end: false });
  await once(child, "close");
  output.end();
  await finished(output);
}
