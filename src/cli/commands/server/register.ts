import { Option, type Command } from "commander";
import { emitChoices } from "../../../emit/index.ts";
import type { ExitCode } from "../exit-code.ts";
import { formatOption } from "../flags.ts";
import type { CommandIo } from "../io.ts";
import { notEmpty, openChoice } from "../outputs/choice.ts";
import type { ServerFlags } from "./flags.ts";

/** Adds `server` to the command line. */
export function addServerCommand(
  program: Command,
  io: CommandIo,
  finish: (code: ExitCode) => void,
): void {
  program
    .command("server")
    .argument(
      "<description>",
      "a snapshot, the folder of a client, a JSON file of tools, prompts, resources and resourceTemplates, or - (stdin)",
    )
    .description("write a typed server of what it is to list")
    .addOption(
      new Option("-o, --out <folder>", "the folder that is written")
        .argParser(notEmpty)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option("--name <name>", "what its functions are named after")
        .argParser(notEmpty)
        .default(undefined, "as before; first the folder's last name"),
    )
    .addOption(
      new Option(
        "--runtime <specifier>",
        "the package, or the generated module, that it imports the runtime from",
      )
        .argParser(notEmpty)
        .default(
          undefined,
          "as before; first @mcp-gen/runtime if the project has it, or mcp-gen",
        ),
    )
    .addOption(
      openChoice(
        "--target <language>",
        "the language of the code",
        emitChoices.target,
      ),
    )
    .addOption(
      openChoice(
        "--import-extension <extension>",
        "how relative imports end",
        emitChoices.importExtension,
      ),
    )
    .addOption(
      new Option("--docs", "descriptions in doc comments").default(
        undefined,
        "yes",
      ),
    )
    .option("--no-docs", "leave descriptions out of doc comments")
    .option("--check", "compare the folder, and write nothing")
    .option("--force", "replace generated files that were edited since")
    .addOption(formatOption())
    .action(async (description: string, flags: ServerFlags) => {
      // No other command needs what prints it.
      const { serverCommand } = await import("./index.ts");
      finish(await serverCommand(description, flags, io));
    });
}
