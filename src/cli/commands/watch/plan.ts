import { dirname, join, resolve } from "node:path";
import { configNames, hasProject } from "../../../project/config/find.ts";
import { lockPath } from "../../../project/config/lock.ts";
import { UsageError } from "../../../base/diagnostics/error.ts";
import { inputPaths } from "../../../project/api/options.ts";
import type { WatchedOutput } from "../../../project/watch/output.ts";
import { readsStdin } from "../extension-flags.ts";
import type { GenerateFlags } from "../flags.ts";
import type { CommandIo } from "../io.ts";
import { plannedOutputs, type PlannedOutput } from "../outputs/plan.ts";
import { recording } from "../outputs/record.ts";

/** What `watch` generates, as its arguments say. */
export interface WatchPlan {
  /** Reads what is to be generated. Throws a `GeneratorError`. */
  plan(): Promise<readonly WatchedOutput[]>;
  /** The files that it reads. */
  readonly files: readonly string[];
}

/** What the arguments of `watch` say. Throws a `UsageError` for what cannot be watched. */
export function watchPlan(
  revisions: readonly string[],
  flags: GenerateFlags,
  io: CommandIo,
): WatchPlan {
  if (flags.schema.includes("-") || readsStdin(flags))
    throw new UsageError(
      "invalid-option",
      "Standard input is read once, and cannot be watched",
      { hint: "name the path of the file" },
    );
  const facts = flags.facts === undefined ? [] : [flags.facts];
  const added = flags.extensionFacts.map((text) =>
    text.slice(text.indexOf("=") + 1),
  );
  const { force = false } = flags;
  return {
    files: [
      ...[...facts, ...added].map((path) => resolve(io.cwd, path)),
      ...projectFiles(flags, io),
    ],
    async plan() {
      const outputs = await plannedOutputs(flags, revisions, io);
      const isIdle = outputs.every(({ files }) => files.length === 0);
      if (isIdle && !ofProject(flags, io)) throw nothingToWatch();
      return outputs.map((one): WatchedOutput => {
        const { out, options, files } = one;
        return {
          out,
          options: { ...options, force },
          files: [...new Set([...files, ...inputPaths(options)])],
          generated: () => record(one),
        };
      });
    },
  };
}

/** Notes in the lock what has changed of the project's own files; gives what was written. */
function record(output: PlannedOutput): string[] {
  const write = recording([output]);
  write?.();
  const { folder } = output.locked ?? {};
  return write === undefined || folder === undefined
    ? []
    : [join(folder, lockPath)];
}

/** Whether a configuration or a lock says what to generate, and may come to say something else. */
export function ofProject({ config }: GenerateFlags, io: CommandIo): boolean {
  return config !== undefined || hasProject(io.cwd);
}

/** Where a configuration and a lock are, or may come to be. */
function projectFiles({ config }: GenerateFlags, { cwd }: CommandIo): string[] {
  const path = config === undefined ? undefined : resolve(cwd, config);
  return path === undefined
    ? [...configNames, lockPath].map((name) => join(cwd, name))
    : [path, join(dirname(path), lockPath)];
}

function nothingToWatch(): UsageError {
  return new UsageError(
    "nothing-to-do",
    "There is no file to watch: what is bundled, or at an address, does not change",
    {
      hint: "name a --schema, --facts or --extension of yours, or run generate",
    },
  );
}
