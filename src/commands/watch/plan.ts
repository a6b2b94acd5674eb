import { resolve } from "node:path";
import { UsageError } from "../../diagnostics/error.ts";
import { inputPaths, type WatchedOutput } from "../../watch/output.ts";
import { readsStdin } from "../extension-flags.ts";
import { generateOptions, type GenerateFlags } from "../flags.ts";
import type { CommandIo } from "../io.ts";

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
      const options = await generateOptions(revisions, flags, io);
      const inputs = inputPaths(options);
      if (files.length + inputs.length === 0) throw nothingToWatch();
      return [{ out: flags.out, options, files: inputs }];
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
