import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { readText } from "../described/read-text.ts";
import type { CommandInput } from "../io.ts";

/** The text of a file that describes a server, and how messages call the file. */
export interface DescriptionText {
  readonly text: string;
  readonly file: string;
}

/**
 * Reads a description: a file, the snapshot in a folder that `client` has written, or `-`
 * for standard input. Throws an InputError.
 */
export async function readDescriptionText(
  source: string,
  io: CommandInput,
): Promise<DescriptionText> {
  const file = source === "-" ? "<stdin>" : fileOf(source, io.cwd);
  // Standard input is read by its sign, whatever messages call it.
  return {
    text: await readText(source === "-" ? source : file, file, io),
    file,
  };
}

function fileOf(source: string, cwd: string): string {
  const found = statSync(resolve(cwd, source), { throwIfNoEntry: false });
  return found?.isDirectory() === true ? join(source, "snapshot.json") : source;
}
