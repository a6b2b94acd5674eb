import { existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isSystemError, OutputError } from "./error.ts";
import type { Folder } from "./folder.ts";

/** The file inside the staging folder that says what a run is about to move. */
export const journalName = "journal.json";

/**
 * Where a run may keep what it stages: beside the output folder, so that nothing
 * watching that sees half a run, or inside it where only that can be renamed from.
 */
export function stagingFolders(root: string): [beside: string, inside: string] {
  return [
    join(dirname(root), `.${basename(root)}.mcp-gen`),
    join(root, ".mcp-gen"),
  ];
}

/** Creates the staging folder of a run. An earlier one must have been cleared away. */
export function createStaging({ root, exists }: Folder): string {
  const [beside, inside] = stagingFolders(root);
  if (!exists) return createFolder(beside);
  if (isOtherDevice(root, dirname(root))) return createFolder(inside);
  try {
    return createFolder(beside);
  } catch (error) {
    if (!isSystemError(error, "EACCES", "EPERM", "EROFS")) throw error;
    return createFolder(inside);
  }
}

/** Removes a staging folder with all that it holds. */
export function removeStaging(staging: string): void {
  rmSync(staging, { recursive: true, force: true });
}

/** Whether a run is at work, or was stopped at any point: what it staged is there. */
export function isStaged(root: string): boolean {
  return stagingFolders(root).some((staging) => existsSync(staging));
}

/** Whether an earlier run was stopped while it moved its files into place. */
export function isInterrupted(root: string): boolean {
  return stagingFolders(root).some((staging) =>
    existsSync(join(staging, journalName)),
  );
}

function createFolder(path: string): string {
  try {
    mkdirSync(path);
  } catch (error) {
    if (isSystemError(error, "EEXIST")) throw busy(path);
    throw error;
  }
  return path;
}

// What an earlier run left has been cleared away by now.
function busy(path: string): OutputError {
  return new OutputError("busy", "Another run writes to the same folder", {
    hint: `wait for it; if there is none, remove ${path}`,
  });
}

function isOtherDevice(left: string, right: string): boolean {
  return statSync(left).dev !== statSync(right).dev;
}
