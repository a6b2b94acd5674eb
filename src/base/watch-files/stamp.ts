import { statSync, type Stats } from "node:fs";

/** What tells two states of a file apart: `none` where there is no file, `folder` for a folder. */
export function stampOf(path: string): string {
  const stats = statsOf(path);
  if (stats === undefined) return "none";
  if (stats.isDirectory()) return "folder";
  return `${stats.mtimeMs} ${stats.size} ${stats.ino}`;
}

/** Links are followed; a path through a file, or one that may not be looked at, has nothing. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/**
 * The state of a file that was read since a time, in milliseconds of the system's clock: none
 * that it can have where it has changed meanwhile, so that it is looked at again.
 */
export function stampSince(path: string, since: number): string {
  const stats = statsOf(path);
  const changed = Math.max(stats?.mtimeMs ?? 0, stats?.ctimeMs ?? 0);
  // The clock of a file system goes in steps.
  return changed >= since - 10 ? "changed meanwhile" : stampOf(path);
}
