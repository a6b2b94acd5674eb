import { InputError, type InputErrorCode } from "./diagnostics/error.ts";
import { readBytes } from "./read-bytes.ts";

/**
 * Reads a JSON file. Throws an `InputError`: `unreadable`, `too-large`, or the given code
 * when what was read is not JSON.
 */
export function readJsonFile(path: string, invalid: InputErrorCode): unknown {
  return parseJsonBytes(readBytes(path), path, invalid);
}

/**
 * Parses JSON that came from `origin`, after a byte order mark if it has one. Throws an
 * `InputError` with the given code.
 */
export function parseJsonBytes(
  bytes: Uint8Array,
  origin: string,
  invalid: InputErrorCode,
): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    const reason =
      cause instanceof SyntaxError ? cause.message : "it is not UTF-8";
    throw new InputError(invalid, `Cannot read ${origin}: ${reason}`, {
      cause,
    });
  }
}
