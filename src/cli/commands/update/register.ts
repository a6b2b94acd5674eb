import type { Command } from "commander";
import type { ExitCode } from "../exit-code.ts";
import type { CommandIo } from "../io.ts";
import { addUpdateOptions, type UpdateFlags } from "./flags.ts";

/** Adds `update` to the command line. */
export function addUpdateCommand(
  program: Command,
  io: CommandIo,
  finish: (code: ExitCode) => void,
): void {
  const command = program
    .command("update")
    .argument(
      "[revision...]",
      "published ids to look up, or to take for the first time; without any, all that is wanted",
    )
    .description(
      "look up what is wanted where it is published, generate it, and lock it",
    );
  addUpdateOptions(command).action(
    async (revisions: string[], flags: UpdateFlags) => {
      // What looks things up is read by no other command.
      const { updateCommand } = await import("./index.ts");
      finish(await updateCommand(revisions, flags, io));
    },
  );
}
