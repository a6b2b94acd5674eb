import { resolve } from "node:path";
import { UsageError } from "../../diagnostics/error.ts";
import { inputPaths, type WatchedOutput } from "../../watch/output.ts";
import { readsStdin } from "../extension-flags.ts";
import type { GenerateFlags } from "../flags.ts";
import type { CommandIo } from "../io.ts";
import { plannedOutputs } from "../outputs/plan.ts";

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
  const files = [...facts, ...added].map((path) => resolve(io.cwd, path));
  return {
    files,
    async plan() {
      const planned = await plannedOutputs(flags, revisions, io);
      const watched = planned.map(({ out, options, files }): WatchedOutput => {
        const inputs = [...files, ...inputPaths(options)];
        return { out, options, files: [...new Set(inputs)] };
      });
      if (watched.every((one) => one.files.length === 0))
        throw nothingToWatch();
      return watched;
    },
  };
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
