import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** What installs packages, and how it runs what they bring. */
export interface PackageManager {
  name: "npm" | "pnpm" | "yarn" | "bun";
  install: string;
  /** The words before a program of a package. */
  exec: readonly [string, ...string[]];
  /** The words before a script. */
  run: string;
}

const npm: PackageManager = {
  name: "npm",
  install: "npm install",
  exec: ["npx"],
  run: "npm run",
};

const managers: Readonly<Record<PackageManager["name"], PackageManager>> = {
  npm,
  pnpm: {
    name: "pnpm",
    install: "pnpm install",
    exec: ["pnpm", "exec"],
    run: "pnpm run",
  },
  yarn: {
    name: "yarn",
    install: "yarn install",
    exec: ["yarn", "run"],
    run: "yarn run",
  },
  bun: {
    name: "bun",
    install: "bun install",
    exec: ["bunx"],
    run: "bun run",
  },
};

const lockFiles = [
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"],
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
] as const;

/**
 * The package manager of a folder: the one that its manifest names, else whose lock file
 * is nearest, else the one that started this program (`userAgent`), else npm.
 */
export function packageManagerOf(
  folder: string,
  named: unknown,
  userAgent: string | undefined,
): PackageManager {
  const declared = typeof named === "string" ? named.split("@")[0] : undefined;
  return (
    managerOf(declared) ??
    managerOf(lockedBy(folder)) ??
    managerOf(userAgent?.split("/")[0]) ??
    npm
  );
}

function managerOf(name: string | undefined): PackageManager | undefined {
  return name !== undefined && Object.hasOwn(managers, name)
    ? managers[name as PackageManager["name"]]
    : undefined;
}

function lockedBy(folder: string): string | undefined {
  const found = lockFiles.find(([file]) => existsSync(join(folder, file)));
  if (found) return found[1];
  const parent = dirname(folder);
  return parent === folder ? undefined : lockedBy(parent);
}
