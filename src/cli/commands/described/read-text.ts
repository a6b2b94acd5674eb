import { resolve } from "node:path";
import { InputError } from "../../../base/diagnostics/error.ts";
import { maxBytes, readBytes } from "../../../base/read-bytes.ts";
import type { CommandInput } from "../io.ts";

/**
 * The text of a file, or of standard input where the source is `-`; `file` is what messages
 * call it. Throws an InputError.
 */
export async function readText(
  source: string,
  file: string,
  io: CommandInput,
): Promise<string> {
  const bytes =
    source === "-" ? await io.readStdin() : readBytes(resolve(io.cwd, source));
  if (bytes.length > maxBytes)
    throw new InputError(
      "too-large",
      `${file} is larger than ${maxBytes} bytes`,
    );
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new InputError("not-utf8", `${file} is not UTF-8`, { cause });
  }
}
