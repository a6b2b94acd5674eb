import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { createInterface } from "node:readline";

export interface Fixture {
  readonly url: string;
  /** Ends the process; false when it had ended by itself before. */
  close(): Promise<boolean>;
}

/**
 * Starts the server that the suite calls, in a process of its own, which ends with
 * this one. What it reports goes to a file.
 */
export async function startFixture(
  program: string,
  reports: string,
): Promise<Fixture> {
  const child = spawn(process.execPath, [program], {
    stdio: ["ignore", "pipe", openSync(reports, "w"), "ipc"],
  });
  const exit = once(child, "exit");
  if (!child.stdout) throw new Error("the server has no output");
  const line = once(createInterface(child.stdout), "line");
  const url: unknown = (await Promise.race([line, exit]))[0];
  if (typeof url !== "string")
    throw new Error(`the server did not start: it exited with ${String(url)}`);
  return {
    url,
    async close() {
      const wasAlive = child.kill();
      await exit;
      return wasAlive;
    },
  };
}
