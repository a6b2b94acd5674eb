import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { sha256 } from "../../base/digest.ts";
import { isSystemError, OutputError, withOutputErrors } from "./error.ts";
import { entryReader, openFolder, parentOf } from "./folder.ts";
import { isHidden, pathProblem } from "./path.ts";
import { journalName, removeStaging, stagingFolders } from "./staging.ts";

/**
 * One file that a run moves. The digests tell what the run found and what it leaves;
 * an absent one means no file. The staging folder holds `<n>.before` and `<n>.after`,
 * where n is the place in the journal.
 */
export interface JournalEntry {
  path: string;
  before?: string;
  after?: string;
}

/** Puts the journal in place, whole: from here on, the next run would undo this one. */
export function writeJournal(
  staging: string,
  entries: readonly JournalEntry[],
): void {
  const draft = join(staging, `${journalName}.new`);
  writeFileSync(draft, JSON.stringify(entries));
  renameSync(draft, join(staging, journalName));
}

/** Takes the journal away: the run stands, and nothing undoes it any more. */
export function removeJournal(staging: string): void {
  rmSync(join(staging, journalName));
}

/**
 * Brings the output folder back to what it was before a run that was stopped, and
 * clears what the run staged. Does nothing when no run was. Throws an `OutputError`.
 */
export function recoverOutput(out: string): void {
  withOutputErrors(() => {
    const { root } = openFolder(out);
    for (const staging of stagingFolders(root)) {
      if (!existsSync(staging)) continue;
      if (existsSync(join(staging, journalName))) rollBack(root, staging);
      removeStaging(staging);
    }
  });
}

/** Undoes, as far as the journal was carried out; what has been changed since stays. */
export function rollBack(root: string, staging: string): void {
  for (const [index, entry] of readJournal(staging).entries()) {
    undo(root, join(staging, `${index}.before`), entry);
  }
}

function undo(root: string, backup: string, entry: JournalEntry): void {
  const { path, before, after } = entry;
  if (before === undefined) return undoCreation(root, entry);
  const found = entryReader(root)(path);
  if (found.kind === "blocked") return;
  const current = found.kind === "file" ? sha256(found.bytes) : undefined;
  if (current === before) return;
  if (current !== undefined && current !== after) return;
  const place = join(root, path);
  mkdirSync(dirname(place), { recursive: true });
  renameSync(backup, place);
}

function undoCreation(root: string, { path, after }: JournalEntry): void {
  const found = entryReader(root)(path);
  if (found.kind === "blocked") return;
  if (found.kind === "file") {
    if (sha256(found.bytes) !== after) return;
    rmSync(join(root, path));
  }
  removeEmptyFolders(root, parentOf(path));
}

/** Removes `folder`, and those above it inside `root`, for as long as they are empty. */
export function removeEmptyFolders(root: string, folder: string): void {
  for (let path = folder; path !== ""; path = parentOf(path)) {
    try {
      rmdirSync(join(root, path));
    } catch (error) {
      if (isSystemError(error, "ENOTEMPTY", "EEXIST")) return;
      if (!isSystemError(error, "ENOENT")) throw error;
    }
  }
}

function readJournal(staging: string): JournalEntry[] {
  const place = join(staging, journalName);
  try {
    const entries: unknown = JSON.parse(readFileSync(place, "utf8"));
    if (Array.isArray(entries) && entries.every(isJournalEntry)) return entries;
  } catch (error) {
    if (isSystemError(error)) throw error;
  }
  throw new OutputError("broken-manifest", `${place} is not a journal`, {
    hint: "an earlier run was stopped; remove that folder and generate again",
  });
}

function isJournalEntry(value: unknown): value is JournalEntry {
  if (typeof value !== "object" || value === null) return false;
  if (!("path" in value) || typeof value.path !== "string") return false;
  return pathProblem(value.path) === undefined && !isHidden(value.path);
}
