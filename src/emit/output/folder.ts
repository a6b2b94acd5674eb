import { lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { isSystemError, OutputError } from "./error.ts";

/** The output folder, links in its own path resolved. */
export interface Folder {
  root: string;
  exists: boolean;
}

/** What stands at a path inside the output folder. */
export type FolderEntry =
  | { kind: "absent" }
  | { kind: "file"; bytes: Buffer }
  /** A link, a folder, or a parent that is no folder: nothing of ours, and never followed. */
  | { kind: "blocked"; by: string };

/** Finds the output folder, which need not exist. Throws an `OutputError` when it is none. */
export function openFolder(out: string): Folder {
  if (out === "") throw new OutputError("not-a-folder", "No output folder");
  const path = resolve(out);
  if (lookUp(path) === "absent") return { root: path, exists: false };
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw new OutputError("not-a-folder", `${out} is not a folder`);
  }
  return { root: realpathSync(path), exists: true };
}

/** A reader of entries inside `root`, which looks at every parent folder once. */
export function entryReader(root: string): (path: string) => FolderEntry {
  const parents = new Map<string, FolderEntry | undefined>();
  const openParent = (folder: string): FolderEntry | undefined => {
    if (folder === "") return undefined;
    if (!parents.has(folder)) parents.set(folder, checkParent(folder));
    return parents.get(folder);
  };
  const checkParent = (folder: string): FolderEntry | undefined => {
    const above = openParent(parentOf(folder));
    if (above !== undefined) return above;
    const found = lookUp(join(root, folder));
    if (found === "folder") return undefined;
    return found === "absent"
      ? { kind: "absent" }
      : { kind: "blocked", by: folder };
  };
  return (path) => openParent(parentOf(path)) ?? readEntry(root, path);
}

function readEntry(root: string, path: string): FolderEntry {
  const place = join(root, path);
  const found = lookUp(place);
  if (found === "absent") return { kind: "absent" };
  if (found !== "file") return { kind: "blocked", by: path };
  return { kind: "file", bytes: readFileSync(place) };
}

type Found = "absent" | "file" | "folder" | "other";

function lookUp(place: string): Found {
  const stats = lstat(place);
  if (stats === undefined) return "absent";
  if (stats.isFile()) return "file";
  return stats.isDirectory() ? "folder" : "other";
}

function lstat(place: string): ReturnType<typeof lstatSync> | undefined {
  try {
    return lstatSync(place, { throwIfNoEntry: false });
  } catch (error) {
    // A parent that is a file: the caller says which one when it matters.
    if (isSystemError(error, "ENOTDIR")) return undefined;
    throw error;
  }
}

/** The folder that a path lies in; the empty string is the output folder itself. */
export function parentOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash === -1 ? "" : path.slice(0, slash);
}
