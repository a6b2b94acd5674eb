import { existsSync } from "node:fs";
import { join } from "node:path";
import { readBytes } from "../../base/read-bytes.ts";
import { checkLock, invalidLock } from "./format/check-lock.ts";
import { lockPath, type Lock } from "./lock.ts";

/**
 * Reads the lock of a folder; undefined where there is none. Throws an `InputError` for one
 * that cannot be understood.
 */
export function readLock(folder: string): Lock | undefined {
  const path = join(folder, lockPath);
  if (!existsSync(path)) return undefined;
  const text = readBytes(path)
    .toString("utf8")
    .replace(/^\u{feff}/u, "");
  return checkLock(parse(text));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const line = text.split("\n").findIndex((one) => /^<{7}( |\r?$)/.test(one));
    if (line >= 0)
      throw invalidLock(
        [`it has the conflict markers of a merge, from line ${line + 1} on`],
        "take it whole from either side, and run mcp-gen update",
        cause,
      );
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw invalidLock([reason], undefined, cause);
  }
}
