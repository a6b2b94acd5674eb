import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseJsonWithComments } from "./json-with-comments.ts";

/** The folder itself, and those above it. */
export function* foldersAbove(folder: string): Generator<string> {
  for (let place = resolve(folder); ; place = dirname(place)) {
    yield place;
    if (place === dirname(place)) return;
  }
}

/** The nearest folder, itself or above, that has a file by one of the names. */
export function nearestWith(
  folder: string,
  ...names: readonly string[]
): string | undefined {
  for (const place of foldersAbove(folder))
    if (names.some((name) => existsSync(join(place, name)))) return place;
  return undefined;
}

/** An object of a JSON file of other people's; undefined when there is none that can be read. */
export function readObject(file: string): Record<string, unknown> | undefined {
  try {
    return parseJsonWithComments(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
