import { resolve } from "node:path";
import { hasProject } from "../../../project/config/find.ts";
import { UsageError } from "../../../base/diagnostics/error.ts";
import { generateOptions, type GenerateFlags } from "../flags.ts";
import type { CommandIo } from "../io.ts";
import { filesOf, type PlannedOutput } from "./planned-output.ts";

export type { PlannedOutput } from "./planned-output.ts";

/**
 * The outputs that a command line is about: what it names, over what the configuration says,
 * over what the lock says. Throws a `UsageError`, and an `InputError` that names both where
 * configuration and lock differ.
 */
export async function plannedOutputs(
  flags: GenerateFlags,
  revisions: readonly string[],
  io: CommandIo,
): Promise<PlannedOutput[]> {
  if (flags.config !== undefined || hasProject(io.cwd)) {
    const { projectOutputs } = await import("./project.ts");
    const found = await projectOutputs(flags, revisions, io);
    if (found !== undefined) return found;
  }
  return [await namedOutput(flags, revisions, io)];
}

/** The output that the command line alone says all of. */
async function namedOutput(
  flags: GenerateFlags,
  revisions: readonly string[],
  io: CommandIo,
): Promise<PlannedOutput> {
  const { out } = flags;
  if (out === undefined)
    throw new UsageError("nothing-to-do", "No output folder is named", {
      hint: "name it with --out: neither the configuration nor the lock file has one",
    });
  const options = await generateOptions(revisions, flags, io);
  return {
    out,
    options: { ...options, out: resolve(io.cwd, out) },
    files: filesOf(options, flags, io),
  };
}
