import { nearestWith } from "../../base/packages/files.ts";
import type { ProjectPackage } from "../../base/packages/package-json.ts";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** How each package manager is told to add packages, and what it leaves in a project. */
const managers = {
  npm: {
    add: "npm install",
    addDev: "npm install --save-dev",
    traces: ["package-lock.json", "npm-shrinkwrap.json"],
  },
  pnpm: {
    add: "pnpm add",
    addDev: "pnpm add --save-dev",
    traces: ["pnpm-lock.yaml", "pnpm-workspace.yaml"],
  },
  yarn: { add: "yarn add", addDev: "yarn add --dev", traces: ["yarn.lock"] },
  bun: {
    add: "bun add",
    addDev: "bun add --dev",
    traces: ["bun.lock", "bun.lockb"],
  },
} as const;

type ManagerName = keyof typeof managers;

const names = Object.keys(managers) as ManagerName[];

/** The commands that add packages to a project: of the manager that it names, or that has left a lockfile; else npm's. */
export function addCommands(project: ProjectPackage | undefined): {
  readonly add: string;
  readonly addDev: string;
} {
  const named = names.find((name) => project?.manager?.startsWith(`${name}@`));
  return managers[named ?? (project && leftBy(project.folder)) ?? "npm"];
}

/** A workspace has the lockfile at its top. */
function leftBy(folder: string): ManagerName | undefined {
  const traces = names.flatMap((name) => managers[name].traces);
  const place = nearestWith(folder, ...traces);
  if (place === undefined) return undefined;
  return names.find((name) =>
    managers[name].traces.some((trace) => existsSync(join(place, trace))),
  );
}
