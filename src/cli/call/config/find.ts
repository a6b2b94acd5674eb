import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { InputError } from "../../../base/diagnostics/error.ts";
import { readEntries, type ConfigEntry } from "./entries.ts";
import {
  homePlaces,
  projectPlaces,
  type ConfigPlace,
  type Home,
} from "./places.ts";

/** The servers that a person has, the first of each name, and the files that say so. */
export interface FoundEntries {
  readonly entries: readonly ConfigEntry[];
  /** The files that were read. */
  readonly files: readonly string[];
  /** Files that could not be, each told in a line. */
  readonly problems: readonly string[];
}

/**
 * The servers of one file. Throws an InputError when it cannot be read; `--config`
 * names it, so nothing else is looked at.
 */
export function entriesOfFile(path: string, cwd: string): FoundEntries {
  const file = resolve(cwd, path);
  const entries = readEntries({ file, workspace: workspaceOf(file) }, cwd);
  return { entries: firstOfEach(entries), files: [file], problems: [] };
}

/**
 * The servers of the project around a folder, up to where its repository begins, and
 * those of the person.
 */
export function findEntries(cwd: string, home: Home): FoundEntries {
  const problems: string[] = [];
  const places = [
    ...projectFolders(cwd).flatMap((folder) => projectPlaces(folder, home)),
    ...homePlaces(home),
  ].filter(({ file }) => existsSync(file));
  const entries = places.flatMap((place) => entriesAt(place, cwd, problems));
  const files = places.map(({ file }) => file);
  return { entries: firstOfEach(entries), files, problems };
}

/** A broken file must not hide those of others; it is told. */
function entriesAt(
  place: ConfigPlace,
  cwd: string,
  problems: string[],
): ConfigEntry[] {
  try {
    return readEntries(place, cwd);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    problems.push(error.message);
    return [];
  }
}

/**
 * The folder, and those above it, as long as they belong to its repository: what lies
 * further up may be anybody's, and an entry starts programs.
 */
function projectFolders(cwd: string): string[] {
  const folders = [cwd];
  for (let at = cwd; !existsSync(join(at, ".git"));) {
    const above = dirname(at);
    if (above === at) return [cwd];
    folders.push(above);
    at = above;
  }
  return folders;
}

/** A file of an editor's own folder is about the folder around that. */
function workspaceOf(file: string): string {
  const folder = dirname(file);
  return /[\\/]\.[^\\/]+$/.test(folder) ? dirname(folder) : folder;
}

function firstOfEach(entries: readonly ConfigEntry[]): ConfigEntry[] {
  const known = new Map<string, ConfigEntry>();
  for (const entry of entries)
    if (!known.has(entry.name)) known.set(entry.name, entry);
  return [...known.values()];
}
