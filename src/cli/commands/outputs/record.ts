import {
  lockPath,
  readLock,
  replaceLock,
  type Lock,
  type LockedOutput,
} from "../../../project/config/index.ts";
import type { Undo } from "../../../emit/output/index.ts";
import { packageVersion } from "../../../base/package.ts";
import type { PlannedOutput } from "./planned-output.ts";

/**
 * What writes into the lock that outputs were generated of the project's own files as they
 * are now, by this version; undefined where the lock says so.
 */
export function recording(
  planned: readonly PlannedOutput[],
): (() => Undo) | undefined {
  const folder = planned.find(({ locked }) => locked)?.locked?.folder;
  const lock = folder === undefined ? undefined : readLock(folder);
  if (folder === undefined || lock === undefined) return undefined;
  const outputs = lock.outputs.map((output) => nextOf(output, planned));
  const next: Lock = { ...lock, outputs };
  if (JSON.stringify(next) === JSON.stringify(lock)) return undefined;
  return () => replaceLock(folder, next);
}

/** The project's own files that are not as the lock says, from its folder. */
export function changedFiles({ locked }: PlannedOutput): string[] {
  const lock = locked === undefined ? undefined : readLock(locked.folder);
  const earlier = lock?.outputs.find(({ out }) => out === locked?.output.out);
  if (locked === undefined || earlier === undefined) return [];
  return locked.output.inputs.flatMap(({ path = lockPath, sha256 }, index) =>
    earlier.inputs[index]?.sha256 === sha256 ? [] : [path],
  );
}

function nextOf(
  output: LockedOutput,
  planned: readonly PlannedOutput[],
): LockedOutput {
  const found = planned.find(({ locked }) => locked?.output.out === output.out);
  if (found?.locked === undefined) return output;
  const { inputs } = found.locked.output;
  return { ...output, generator: packageVersion(), inputs };
}
