import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startLocalRegistry } from "../../support/local-registry.ts";
import type { WalkOptions } from "./walk-page.ts";

const root = join(import.meta.dirname, "../../..");

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
  const quiet = {
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
  };
  const inClone = {
    ...cleanEnvironment(),
    ...quiet,
    npm_config_prefer_offline: "true",
  };
  const inProject = {
    ...cleanEnvironment(),
    ...quiet,
    HOME: home,
    USERPROFILE: home,
    npm_config_cache: join(home, ".npm"),
    npm_config_userconfig: join(home, ".npmrc"),
    npm_config_registry: registry.url,
    // Any free port.
    PORT: "0",
  };
  const done = new Set<string>();
  return {
    options: {
      folder: clone,
      env: (cwd) => (cwd === clone ? inClone : inProject),
      isProject: (cwd) => cwd !== clone,
      isDone(script, cwd) {
        if (cwd !== clone) return false;
        const before = done.has(script);
        done.add(script);
        return before;
      },
    },
    async close() {
      await registry.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
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
