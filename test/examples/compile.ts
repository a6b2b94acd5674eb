import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** What the compiler says of the programs of a folder. */
export function compile(folder: string): string {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const args = [tsc, "-p", folder];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: "utf8",
  });
  return status === 0 ? stdout : `${stdout}${stderr}exit code ${status}`;
}
