import { Option, type Command } from "commander";
import { addExtensionOptions } from "../extension-flags.ts";
import type { ExitCode } from "../exit-code.ts";
import { schemaOption } from "../flags.ts";
import type { CommandIo } from "../io.ts";
import { reportFormats, type ReportFlags } from "./flags.ts";

/** Adds `mcp-gen report` to the program. */
export function addReportCommand(
  program: Command,
  io: CommandIo,
  finish: (code: ExitCode) => void,
): void {
  addExtensionOptions(program.command("report"))
    .argument(
      "<revision>",
      "a bundled id, a protocol.json, or the id of --schema",
    )
    .description(
      "tell which layers of an SDK are derived, which need facts, and which are written by hand",
    )
    .addOption(schemaOption())
    .option("--facts <file>", "a JSON file of facts to add")
    .addOption(
      new Option("--format <format>", "how the report is written")
        .choices(reportFormats)
        .default(reportFormats[0]),
    )
    .action(async (revision: string, flags: ReportFlags) => {
      // No other command needs what it is made of.
      const { reportCommand } = await import("./index.ts");
      finish(await reportCommand(revision, flags, io));
    });
}
