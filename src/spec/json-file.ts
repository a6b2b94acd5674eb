import { readFileSync } from "node:fs";
import { InputError, type InputErrorCode } from "../diagnostics/error.ts";

/**
 * Reads a JSON file. Throws an `InputError`: `unreadable`, or the given code when what
 * was read is not JSON.
 */
export function readJsonFile(path: string, invalid: InputErrorCode): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const code = cause instanceof SyntaxError ? invalid : "unreadable";
    throw new InputError(code, `Cannot read ${path}: ${reason}`, { cause });
  }
}

/** Parses JSON that came from `origin`. Throws an `InputError` with the given code. */
export function parseJsonBytes(
  bytes: Uint8Array,
  origin: string,
  invalid: InputErrorCode,
): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new InputError(invalid, `Cannot read ${origin}: ${reason}`, {
      cause,
    });
  }
}
