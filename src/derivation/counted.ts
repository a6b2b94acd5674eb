import { fileURLToPath } from "node:url";
import { InputError } from "../diagnostics/error.ts";
import { packageRoot, readJson } from "../package.ts";
import type { LineCount } from "./report.ts";

/** The code that people wrote, as the build has counted it. */
export interface CountedCode {
  readonly formatVersion: 1;
  readonly folders: readonly CountedFolder[];
}

/** The files of one folder, without those of its folders. */
export interface CountedFolder extends LineCount {
  /** Relative to the repository, with `/`. */
  readonly path: string;
  readonly files: number;
  /** The methods and types of the protocol that it spells. */
  readonly words?: readonly string[];
}

/** The counts that ship with the package. Throws an `InputError` where it has not been built. */
export function readCounted(): CountedCode {
  const file = new URL("dist/counted.json", packageRoot);
  try {
    // Our own file, which the build writes.
    return readJson(file) as CountedCode;
  } catch (cause) {
    throw new InputError(
      "unreadable",
      `There are no counts of these sources in ${fileURLToPath(file)}`,
      { hint: "build mcp-gen first: npm run build", cause },
    );
  }
}

/** Whether a folder is, or is in, another. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** What several folders have together. */
export function sumLines(folders: readonly LineCount[]): LineCount {
  return {
    code: folders.reduce((sum, { code }) => sum + code, 0),
    comments: folders.reduce((sum, { comments }) => sum + comments, 0),
  };
}

/** What some folders spell, each once and sorted. */
export function wordsOf(folders: readonly CountedFolder[]): string[] {
  return [...new Set(folders.flatMap(({ words = [] }) => words))].sort();
}
