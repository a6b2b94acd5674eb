import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { InputError } from "../../diagnostics/error.ts";
import { maxBytes, readBytes } from "../../spec/read-bytes.ts";
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
  const bytes =
    source === "-" ? await io.readStdin() : readBytes(resolve(io.cwd, file));
  if (bytes.length > maxBytes)
    throw new InputError(
      "too-large",
      `${file} is larger than ${maxBytes} bytes`,
    );
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { text, file };
  } catch (cause) {
    throw new InputError("not-utf8", `${file} is not UTF-8`, { cause });
  }
}

function fileOf(source: string, cwd: string): string {
  const found = statSync(resolve(cwd, source), { throwIfNoEntry: false });
  return found?.isDirectory() === true ? join(source, "snapshot.json") : source;
}
