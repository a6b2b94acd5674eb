import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Runs the command of this folder, and returns what it prints and its exit code. */
export async function conformance(
  ...args: string[]
): Promise<{ stdout: string; code: unknown }> {
  const program = path.join(import.meta.dirname, "index.js");
  try {
    const { stdout } = await run(process.execPath, [program, ...args], {
      timeout: 170_000,
    });
    return { stdout, code: 0 };
  } catch (error) {
    // What execFile rejects with has both.
    return error as { stdout: string; code: unknown };
  }
}
