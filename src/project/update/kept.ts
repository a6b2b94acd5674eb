import { rmdirSync } from "node:fs";
import { join } from "node:path";
import { keptPath, readKept } from "../config/kept.ts";
import { keptSchemas, type Lock, type LockedInput } from "../config/lock.ts";
import { InputError } from "../../base/diagnostics/error.ts";
import { planFiles, type OutputPlan } from "../../emit/output/index.ts";
import { isBundled } from "./bundled.ts";
import type { Found } from "./found.ts";

/** The folder that keeps what no package has. */
export function keptRoot(folder: string): string {
  return join(folder, keptSchemas);
}

/** Schemas to keep, by their paths from the folder that keeps them. */
export type KeptFiles = ReadonlyMap<string, Uint8Array>;

/** What is to be kept. Throws an `InputError` where two would be one file. */
export function keptFiles(found: readonly Found[]): KeptFiles {
  const files = new Map<string, Uint8Array>();
  const owners = new Map<string, LockedInput>();
  for (const { input, bytes } of found) {
    if (bytes === undefined) continue;
    const path = innerPath(input);
    const other = owners.get(path);
    if (other !== undefined && other.sha256 !== input.sha256)
      throw new InputError(
        "digest-mismatch",
        `${input.id ?? path} is wanted twice, and is not the same: ${placeOf(other)} and ${placeOf(input)}`,
        { hint: "give one of them another name" },
      );
    owners.set(path, input);
    files.set(path, bytes);
  }
  return files;
}

function placeOf({ url, source, path }: LockedInput): string {
  return url ?? `${source ?? ""}/${path ?? ""}`;
}

/** What has to happen in the folder that keeps schemas. Throws an `OutputError`. */
export function planKept(
  folder: string,
  lock: Lock,
  files: KeptFiles,
  before: Lock | undefined,
): OutputPlan {
  const wanted = inputsOf(lock);
  const asTheyAre = new Set(
    wanted.flatMap((input) =>
      readKept(folder, input)?.isLocked === true ? [innerPath(input)] : [],
    ),
  );
  const needed = new Set(wanted.map(innerPath));
  const gone = inputsOf(before).flatMap((input): [string, string][] =>
    needed.has(innerPath(input)) ? [] : [[innerPath(input), input.sha256]],
  );
  const changed = [...files].filter(([path]) => !asTheyAre.has(path));
  return planFiles(keptRoot(folder), new Map(changed), new Map(gone));
}

/** The inputs that are kept. */
function inputsOf(lock: Lock | undefined): LockedInput[] {
  return (lock?.outputs ?? [])
    .flatMap(({ inputs }) => inputs)
    .filter(
      (input) =>
        (input.source !== undefined || input.url !== undefined) &&
        !isBundled(input),
    );
}

function innerPath(input: LockedInput): string {
  return keptPath(input).slice(keptSchemas.length + 1);
}

/** Removes the folder where nothing is left in it. */
export function removeEmpty(folder: string): void {
  try {
    rmdirSync(keptRoot(folder));
  } catch {
    // Something is in it, or it never was there.
  }
}
