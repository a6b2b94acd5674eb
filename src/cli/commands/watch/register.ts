import type { Command } from "commander";
import type { ExitCode } from "../exit-code.ts";
import { addGenerateOptions, type GenerateFlags } from "../flags.ts";
import type { CommandIo } from "../io.ts";

/** Adds `watch` to the command line. */
export function addWatchCommand(
  program: Command,
  io: CommandIo,
  finish: (code: ExitCode) => void,
): void {
  addGenerateOptions(
    program
      .command("watch")
      .argument(
        "[revision...]",
        "bundled ids, all, or paths of protocol.json files",
      )
      .description("generate, and again whenever a file of yours changes"),
    io,
  )
    .option("--force", "replace generated files that were edited since")
    .action(async (revisions: string[], flags: GenerateFlags) => {
      // Loaded for this command alone.
      const { watchCommand } = await import("./index.ts");
      finish(await watchCommand(revisions, flags, io));
    });
}
