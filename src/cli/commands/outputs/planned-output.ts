import { resolve } from "node:path";
import type { LockedOutput } from "../../../project/config/lock.ts";
import {
  inputPaths,
  type GenerateOptions,
} from "../../../project/api/options.ts";
import type { GenerateFlags } from "../flags.ts";
import type { CommandIo } from "../io.ts";

/** An output folder that a command is about. */
export interface PlannedOutput {
  /** The folder as messages call it. */
  readonly out: string;
  readonly options: GenerateOptions & { readonly out: string };
  /** The files that it depends on, by their absolute paths: what a watcher watches. */
  readonly files: readonly string[];
  /** Where a lock says all of it: the lock's folder, and what the lock should say. */
  readonly locked?: {
    readonly folder: string;
    readonly output: LockedOutput;
  };
}

/** The files among the inputs, by their absolute paths. */
export function filesOf(
  options: GenerateOptions,
  { facts, extensionFacts }: Pick<GenerateFlags, "facts" | "extensionFacts">,
  { cwd }: Pick<CommandIo, "cwd">,
): string[] {
  return [
    ...inputPaths(options),
    ...(facts === undefined ? [] : [resolve(cwd, facts)]),
    ...extensionFacts.map((text) =>
      resolve(cwd, text.slice(text.indexOf("=") + 1)),
    ),
  ];
}
