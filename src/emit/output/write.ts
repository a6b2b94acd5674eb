import {
  copyFileSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { sha256 } from "../../base/digest.ts";
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
export function writeOutput(plan: OutputPlan, options?: WriteOptions): void {
  writeOutputs([plan], options);
}

/** Undoes what was done. */
export type Undo = () => void;

/**
 * Carries the plans of several folders out, all of them or none, each as `writeOutput` does.
 * `last` is done when every file is in place; where it fails, they are moved back. A run that
 * is stopped before is undone by the next one, folder by folder. Throws an `OutputError`.
 */
export function writeOutputs(
  plans: readonly OutputPlan[],
  { force = false }: WriteOptions = {},
  last: () => Undo = () => () => undefined,
): void {
  for (const { files } of plans) assertNothingInTheWay(files);
  if (!force) for (const { files } of plans) assertNothingEdited(files);
  withOutputErrors(() => {
    const staged = stageAll(plans);
    let undoLast: [Undo] | undefined;
    try {
      for (const one of staged) one.move();
      undoLast = [last()];
      settleAll(staged);
    } catch (error) {
      undoAll([...staged.map((one) => one.undo), ...(undoLast ?? [])]);
      throw error;
    }
    for (const one of staged) one.clear();
  });
}

/** A plan whose files lie ready. */
interface StagedPlan {
  readonly move: () => void;
  /** From here on nothing undoes it. */
  readonly settle: () => void;
  readonly undo: Undo;
  /** Removes what was staged. */
  readonly clear: () => void;
}

function stageAll(plans: readonly OutputPlan[]): StagedPlan[] {
  const staged: StagedPlan[] = [];
  try {
    for (const plan of plans) {
      const files = plan.files.filter(isToBeMoved);
      if (files.length === 0) continue;
      const stage = plan.exists ? stageReplacement : stageFolder;
      staged.push(stage(plan, files));
    }
  } catch (error) {
    undoAll(staged.map(({ undo }) => undo));
    throw error;
  }
  return staged;
}

/**
 * Lets all stand. As soon as the first does, the others have to: what fails then is tried
 * once more, and is otherwise undone by the next run, which looks at all of them.
 */
function settleAll([first, ...others]: readonly StagedPlan[]): void {
  first?.settle();
  const failed = others.filter(({ settle }) => !succeeds(settle));
  for (const { settle } of failed) succeeds(settle);
}

function succeeds(action: () => void): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}

/** Undoes the last first. */
function undoAll(undos: readonly Undo[]): void {
  // Where it fails, the staging folder stays, and the next run goes on: what failed first is told.
  for (const undo of undos.toReversed()) succeeds(undo);
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
function stageFolder(
  plan: OutputPlan,
  files: readonly PlannedFile[],
): StagedPlan {
  const created = mkdirSync(dirname(plan.root), { recursive: true });
  const staging = createStaging(plan);
  let isMoved = false;
  const undo = (): void => {
    if (isMoved) renameSync(plan.root, staging);
    removeStaging(created ?? staging);
  };
  try {
    for (const { path, after } of files) {
      const place = join(staging, path);
      mkdirSync(dirname(place), { recursive: true });
      if (after !== undefined) writeFileSync(place, after);
    }
  } catch (error) {
    undo();
    throw error;
  }
  return {
    move() {
      renameSync(staging, plan.root);
      isMoved = true;
    },
    settle: nothing,
    undo,
    clear: nothing,
  };
}

function nothing(): void {}

function stageReplacement(
  plan: OutputPlan,
  files: readonly PlannedFile[],
): StagedPlan {
  const { root } = plan;
  const staging = createStaging(plan);
  const clear = (): void => removeStaging(staging);
  try {
    writeJournal(staging, stageFiles(root, staging, files));
  } catch (error) {
    clear();
    throw error;
  }
  let isSettled = false;
  return {
    move: () =>
      files.forEach((file, index) => moveFile(root, staging, file, index)),
    settle() {
      removeJournal(staging);
      isSettled = true;
    },
    undo() {
      if (!isSettled) rollBack(root, staging);
      clear();
    },
    clear,
  };
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
