import { closeSync, openSync, readSync } from "node:fs";
import { InputError } from "./diagnostics/error.ts";
import { unreadableError } from "./unreadable.ts";

/** What an input never is: a device, or a file by mistake. */
export const maxBytes: number = 16 * 1024 * 1024;

/** The bytes of a file. Throws an `InputError`: `unreadable`, or `too-large` above `maxBytes`. */
export function readBytes(path: string): Buffer {
  try {
    return readUpTo(path, maxBytes);
  } catch (cause) {
    throw cause instanceof InputError ? cause : unreadableError(path, cause);
  }
}

/** Reads piece by piece: devices and pipes do not tell their size. */
function readUpTo(path: string, limit: number): Buffer {
  const file = openSync(path, "r");
  try {
    const chunks: Buffer[] = [];
    for (let size = 0; size <= limit;) {
      const chunk = Buffer.alloc(64 * 1024);
      const length = readSync(file, chunk);
      if (length === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, length));
      size += length;
    }
  } finally {
    closeSync(file);
  }
  throw new InputError("too-large", `${path} is larger than ${limit} bytes`);
}
