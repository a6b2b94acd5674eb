import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** What the compiler says of the programs of a folder: nothing where all are right. */
export function compile(
  folder: string,
  options: readonly string[] = [],
): string {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const args = [tsc, "-p", folder, ...options];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: "utf8",
  });
  return status === 0 ? stdout : `${stdout}${stderr}exit code ${status}`;
}
