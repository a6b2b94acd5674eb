import { randomUUID } from "node:crypto";
import {
  existsSync,
  lstatSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { withOutputErrors } from "../../emit/output/error.ts";
import { checkLock } from "./format/check-lock.ts";
import { lockPath, type Lock } from "./lock.ts";
import { printLock } from "./print-lock.ts";

/**
 * Writes the lock of a folder, whole or not at all; one that says the same already stays as
 * it is. Throws an `InputError` for what is no lock, and an `OutputError`.
 */
export function writeLock(folder: string, lock: Lock): void {
  const text = printLock(checkLock(lock));
  const path = join(folder, lockPath);
  withOutputErrors(() => {
    if (saysTheSame(path, text)) return;
    replaceFile(path, text);
  });
}

/** Like `writeLock`; what it returns puts the lock back as it was. */
export function replaceLock(folder: string, lock: Lock): () => void {
  const path = join(folder, lockPath);
  const before = existsSync(path) ? readFileSync(path) : undefined;
  writeLock(folder, lock);
  return () => {
    if (before === undefined) rmSync(path, { force: true });
    else replaceFile(path, before);
  };
}

/** A formatter may have laid it out in its own way. */
function saysTheSame(path: string, text: string): boolean {
  try {
    const found: unknown = JSON.parse(readFileSync(path, "utf8"));
    return JSON.stringify(found) === JSON.stringify(JSON.parse(text));
  } catch {
    // It is not there, or no JSON: it is replaced.
    return false;
  }
}

/** Who reads meanwhile finds the old file or the new one. */
function replaceFile(path: string, content: string | Uint8Array): void {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
  const place = isLink === true ? realpathSync(path) : path;
  const draft = join(dirname(place), `.${lockPath}.${randomUUID()}`);
  try {
    writeFileSync(draft, content);
    renameSync(draft, place);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
