import {
  copyFileSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { sha256 } from "../digest.ts";
import { OutputError, withOutputErrors } from "./error.ts";
import { parentOf } from "./folder.ts";
import {
  removeEmptyFolders,
  removeJournal,
  rollBack,
  writeJournal,
  type JournalEntry,
} from "./journal.ts";
import type { OutputPlan, PlannedFile } from "./plan.ts";
import { createStaging, removeStaging } from "./staging.ts";

/** How a plan is carried out. */
export interface WriteOptions {
  /** Whether generated files are replaced that someone has edited. */
  force?: boolean;
}

/**
 * Carries a plan out, all of it or nothing: new files are staged first and renamed
 * into place, the manifest last; when that fails, what was moved is moved back.
 * Throws an `OutputError`, before anything is written when files are in the way, or
 * edited. A file that is not what an earlier run wrote is never removed.
 */
export function writeOutput(
  plan: OutputPlan,
  { force = false }: WriteOptions = {},
): void {
  assertNothingInTheWay(plan.files);
  if (!force) assertNothingEdited(plan.files);
  const files = plan.files.filter(isToBeMoved);
  if (files.length === 0) return;
  withOutputErrors(() => {
    if (plan.exists) replaceFiles(plan, files);
    else createFolder(plan, files);
  });
}

function assertNothingInTheWay(files: readonly PlannedFile[]): void {
  const paths = [...new Set(files.flatMap((file) => file.by ?? []))];
  if (paths.length === 0) return;
  throw new OutputError(
    "in-the-way",
    `Not written by mcp-gen, and in the way: ${paths.join(", ")}`,
    { paths, hint: "move or remove them, or choose another output folder" },
  );
}

function assertNothingEdited(files: readonly PlannedFile[]): void {
  const paths = files
    .filter(({ status }) => status === "edited")
    .map(({ path }) => path);
  if (paths.length === 0) return;
  throw new OutputError(
    "edited",
    `Edited since they were generated: ${paths.join(", ")}`,
    {
      paths,
      hint: "keep what you need of them elsewhere; --force replaces those that are generated still, and removes none",
    },
  );
}

/** Whether carrying out a plan changes a file: what is kept, or edited and not emitted, stays. */
function isToBeMoved({ status, after }: PlannedFile): boolean {
  if (status === "unchanged" || status === "kept") return false;
  return status !== "edited" || after !== undefined;
}

/** A folder that does not exist yet appears at once, complete. */
function createFolder(plan: OutputPlan, files: readonly PlannedFile[]): void {
  const created = mkdirSync(dirname(plan.root), { recursive: true });
  const staging = createStaging(plan);
  try {
    const folders = new Set(files.map(({ path }) => parentOf(path)));
    for (const folder of folders)
      mkdirSync(join(staging, folder), { recursive: true });
    for (const { path, after } of files) {
      const place = join(staging, path);
      if (after !== undefined) writeFileSync(place, after);
    }
    renameSync(staging, plan.root);
  } catch (error) {
    removeStaging(created ?? staging);
    throw error;
  }
}

function replaceFiles(plan: OutputPlan, files: readonly PlannedFile[]): void {
  const staging = createStaging(plan);
  try {
    writeJournal(staging, stageFiles(plan.root, staging, files));
  } catch (error) {
    removeStaging(staging);
    throw error;
  }
  try {
    files.forEach((file, index) => moveFile(plan.root, staging, file, index));
    removeJournal(staging);
  } catch (error) {
    // Should this fail as well, the staging folder stays, and the next run goes on.
    rollBack(plan.root, staging);
    removeStaging(staging);
    throw error;
  }
  removeStaging(staging);
}

function stageFiles(
  root: string,
  staging: string,
  files: readonly PlannedFile[],
): JournalEntry[] {
  return files.map(({ path, before, after }, index) => {
    const entry: JournalEntry = { path };
    if (before !== undefined) {
      keepFile(join(root, path), join(staging, `${index}.before`));
      entry.before = sha256(before);
    }
    if (after !== undefined) {
      writeFileSync(join(staging, `${index}.after`), after);
      entry.after = sha256(after);
    }
    return entry;
  });
}

function keepFile(place: string, backup: string): void {
  try {
    linkSync(place, backup);
  } catch {
    // Not every file system has hard links.
    copyFileSync(place, backup);
  }
}

function moveFile(
  root: string,
  staging: string,
  { path, after }: PlannedFile,
  index: number,
): void {
  const place = join(root, path);
  if (after === undefined) {
    rmSync(place);
    removeEmptyFolders(root, parentOf(path));
  } else {
    mkdirSync(dirname(place), { recursive: true });
    renameSync(join(staging, `${index}.after`), place);
  }
}
