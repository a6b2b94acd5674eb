import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { bundle } from "../../../interop/bundle.ts";

/** A program at a terminal that is at work. */
export interface RunningProgram {
  readonly exitCode: Promise<number | null>;
  stdout(): string;
  stderr(): string;
  /** Where it sends its person. */
  opened(): Promise<string>;
}

/** Gives the function that starts `whoami-program`; what it starts ends with the test. */
export async function whoamiPrograms(
  folder: string,
): Promise<(url: string, file: string, calls?: number) => RunningProgram> {
  const program = await bundle("../runtime/auth/node/whoami-program.ts");
  onTestFinished(program.remove);
  let count = 0;
  return (url, file, calls = 1) => {
    const shown = join(folder, `opened-${count++}`);
    const args = [program.file, url, file, String(calls)];
    const env = { ...process.env, BROWSER: fakeBrowser(shown) };
    const child = spawn(process.execPath, args, { env });
    onTestFinished(() => void child.kill("SIGKILL"));
    const said = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const)
      child[name].setEncoding("utf8").on("data", (text) => {
        said[name] += text;
      });
    return {
      exitCode: once(child, "close").then(([code]) => code as number | null),
      stdout: () => said.stdout,
      stderr: () => said.stderr,
      opened: () =>
        vi.waitUntil(() => existsSync(shown) && readFileSync(shown, "utf8"), {
          timeout: 30_000,
        }),
    };
  };
}

/** A program that keeps what it was to open, as a whole or not at all. */
function fakeBrowser(shown: string): string {
  const path = `${shown}.sh`;
  const script = `#!/bin/sh\nprintf '%s' "$1" > '${shown}.part'\nmv '${shown}.part' '${shown}'\n`;
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  return path;
}
