import { lockPath, type Lock } from "../config/lock.ts";
import { readLock } from "../config/read-lock.ts";
import { replaceLock } from "../config/write-lock.ts";
import { printLock } from "../config/print-lock.ts";
import {
  isStaged,
  OutputError,
  planOutput,
  recoverOutput,
  withOutputLocks,
  writeOutputs,
  type OutputPlan,
} from "../../emit/output/index.ts";
import type { Emission } from "../api/emission.ts";
import { keptRoot, planKept, removeEmpty, type KeptFiles } from "./kept.ts";

/** All that is to be written. */
export interface Writing {
  readonly folder: string;
  /** The lock that everything was found with. */
  readonly before: Lock | undefined;
  readonly lock: Lock;
  readonly kept: KeptFiles;
  readonly outputs: readonly {
    readonly out: string;
    readonly emission: Emission;
  }[];
  /** Whether files are replaced that someone has edited. */
  readonly force: boolean;
}

/** What has to happen in each folder. */
export interface WritingPlan {
  readonly kept: OutputPlan;
  /** In the order of the outputs. */
  readonly outputs: readonly OutputPlan[];
}

/** Compares what is to be written with what is there, and changes nothing. Throws an `OutputError`. */
export function planWriting({
  folder,
  before,
  lock,
  kept,
  outputs,
}: Writing): WritingPlan {
  return {
    kept: planKept(folder, lock, kept, before),
    outputs: outputs.map(({ out, emission }) =>
      planOutput(out, emission.files, emission.manifest),
    ),
  };
}

/** Whether a plan changes anything, or the lock says something else. */
export function changes(
  { lock, before }: Pick<Writing, "lock" | "before">,
  { kept, outputs }: WritingPlan,
): boolean {
  if (before === undefined || printLock(before) !== printLock(lock))
    return true;
  return [kept, ...outputs].some(
    ({ files, root }) =>
      files.some(({ status }) => status !== "unchanged") || isStaged(root),
  );
}

/**
 * Writes all of it or nothing: kept schemas and outputs first, the lock last. A run that is
 * stopped in between is undone by the next one. Throws an `OutputError`.
 */
export async function write(writing: Writing): Promise<WritingPlan> {
  const { folder, lock, force, outputs } = writing;
  const roots = [keptRoot(folder), ...outputs.map(({ out }) => out)];
  return withOutputLocks(roots, () => {
    for (const root of roots) recoverOutput(root);
    assertUnchanged(writing);
    // Another run may have been at work until now.
    const plan = planWriting(writing);
    writeOutputs([plan.kept, ...plan.outputs], { force }, () =>
      replaceLock(folder, lock),
    );
    removeEmpty(folder);
    return plan;
  });
}

/** What was found was found with a lock: another run may have written one since. */
function assertUnchanged({ folder, before, lock }: Writing): void {
  const now = readLock(folder);
  const [text, ...others] = [now, before, lock].map((one) =>
    one === undefined ? "" : printLock(one),
  );
  if (others.some((one) => one === text)) return;
  throw new OutputError(
    "busy",
    `Another run has written ${lockPath} since this one began`,
    { paths: [lockPath], hint: "run it again" },
  );
}
