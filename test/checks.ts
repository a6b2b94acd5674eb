import { execFile } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("..", import.meta.url));

/** What a program of node_modules says about the repository, and its exit code. */
export function run(program: string, ...args: string[]): Promise<unknown> {
  const file = path.join(repository, "node_modules", program);
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [file, ...args],
      { cwd: repository, maxBuffer: 16_000_000 },
      (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
}

/** What a program says and ends with that finds nothing to say. */
export const nothing: unknown = { code: 0, output: "" };
