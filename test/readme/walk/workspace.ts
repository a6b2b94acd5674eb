import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startLocalRegistry } from "../../support/local-registry.ts";
import type { WalkOptions } from "./walk-page.ts";

const root = join(import.meta.dirname, "../../..");

/** Settings of npm without which it prints news about itself and about packages. */
const quiet = { audit: "false", fund: "false", "update-notifier": "false" };

/** Folder with a clone of this repository, in which a reader follows pages. */
export interface Workspace {
  readonly options: WalkOptions;
  close(): Promise<void>;
}

/**
 * Makes an empty folder with a fresh clone, of the files in this working
 * tree. In the clone, npm installs as it does on this machine. Beside it, npm has an
 * empty home and a registry without our packages.
 */
export async function createWorkspace(): Promise<Workspace> {
  const folder = mkdtempSync(join(tmpdir(), "first-hour-"));
  const clone = join(folder, "mcp-gen");
  copyWorkingTree(clone);
  const home = join(folder, ".home");
  mkdirSync(home);
  const registry = await startLocalRegistry(join(folder, ".tarballs"));
  // A file, because hosts start servers without these variables of the environment.
  const settings = { ...quiet, registry: registry.url };
  const lines = Object.entries(settings).map((pair) => `${pair.join("=")}\n`);
  writeFileSync(join(home, ".npmrc"), lines.join(""));
  const inClone = {
    ...cleanEnvironment(),
    ...variablesOf(quiet),
    npm_config_prefer_offline: "true",
  };
  const inProject = {
    ...cleanEnvironment(),
    HOME: home,
    USERPROFILE: home,
    // Any free port.
    PORT: "0",
  };
  const done = new Set<string>();
  return {
    options: {
      folder: clone,
      env: (cwd) => (cwd === clone ? inClone : inProject),
      isProject: (cwd) => cwd !== clone,
      // To install and build the clone takes most of the time.
      isDone(command, cwd) {
        if (cwd !== clone || !command.startsWith("npm ")) return false;
        const before = done.has(command);
        done.add(command);
        return before;
      },
    },
    async close() {
      await registry.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns settings of npm as variables of the environment. */
function variablesOf(
  settings: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [
      `npm_config_${key.replaceAll("-", "_")}`,
      value,
    ]),
  );
}

function copyWorkingTree(clone: string): void {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const names = execFileSync("git", args, { cwd: root, encoding: "utf8" });
  for (const name of names.split("\0"))
    if (name !== "" && existsSync(join(root, name)))
      cpSync(join(root, name), join(clone, name));
}

/** Returns the environment without what npm and vitest add to it. */
function cleanEnvironment(): Record<string, string> {
  const own = /^(?:npm_|NODE_|VITEST|TEST$|MCP_GEN)/i;
  const entries = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || own.test(name) ? [] : [[name, value] as const],
  );
  return Object.fromEntries(entries);
}
