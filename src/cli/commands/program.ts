import type { Command } from "commander";
import { addCallCommand } from "./call/register.ts";
import { addClientCommand } from "./client/register.ts";
import { addCompileCommand } from "./compile/register.ts";
import { addDevCommand } from "./dev/register.ts";
import { addDiffOptions, type DiffFlags } from "./diff/flags.ts";
import { addExtensionOptions } from "./extension-flags.ts";
import {
  addValidateOptions,
  formatOption,
  schemaOption,
  type Format,
} from "./flags.ts";
import { createGenerating } from "./generating.ts";
import { endOfHelp, examples } from "./help/examples.ts";
import type { ExitCode } from "./exit-code.ts";
import type { CommandIo } from "./io.ts";
import { addInitCommand } from "./init.ts";
import { inspectCommand, type InspectFlags } from "./inspect.ts";
import { listCommand } from "./list.ts";
import { addMockCommand } from "./mock/register.ts";
import { addServerCommand } from "./server/register.ts";
import { addUpdateCommand } from "./update/register.ts";
import type { ValidateFlags } from "./validate.ts";
import { addWatchCommand } from "./watch/register.ts";

const sideText =
  "a bundled id, a schema.ts or a protocol.json: path, URL, or - (stdin)";

/** The command line; `finish` receives the exit code of the command that has run. */
export function createProgram(
  io: CommandIo,
  finish: (code: ExitCode) => void,
): Command {
  const program = createGenerating(io, finish).addHelpText(
    "after",
    examples.program,
  );
  addUpdateCommand(program, io, finish);
  addWatchCommand(program, io, finish);
  addInitCommand(program, io, finish);
  addDevCommand(program, io, finish);
  addReadingCommands(program, io, finish);
  addDiffCommand(program, io, finish);
  addValidateCommand(program, io, finish);
  addCallCommand(program, io, finish);
  addClientCommand(program, io, finish);
  addCompileCommand(program, io, finish);
  addServerCommand(program, io, finish);
  addMockCommand(program, io, finish);
  for (const command of program.commands)
    command.addHelpText("after", endOfHelp(command.name()));
  return program;
}

function addReadingCommands(
  program: Command,
  io: CommandIo,
  finish: (code: ExitCode) => void,
): void {
  program
    .command("list")
    .description("list the bundled revisions, with source and counts")
    .addOption(formatOption())
    .action(async (flags: { format: Format }) =>
      finish(await listCommand(flags, io)),
    );
  addExtensionOptions(program.command("inspect"))
    .argument(
      "<revision>",
      "a bundled id, a protocol.json, or the id of --schema",
    )
    .argument("[subject]", "a method or a type: the whole revision without it")
    .description("show what a revision says, as a whole or of a method or type")
    .addOption(schemaOption())
    .addOption(formatOption())
    .action(async (revision: string, subject: string, flags: InspectFlags) =>
      finish(await inspectCommand(revision, subject, flags, io)),
    );
}

function addDiffCommand(
  program: Command,
  io: CommandIo,
  finish: (code: ExitCode) => void,
): void {
  addDiffOptions(
    program
      .command("diff")
      .argument("<a>", sideText)
      .argument("<b>", "the other side, in the same form")
      .description("show what changed from a to b, and whom it breaks"),
  ).action(async (a: string, b: string, flags: DiffFlags) => {
    // Most of it is needed for nothing else.
    const { diffCommand } = await import("./diff/index.ts");
    finish(await diffCommand([a, b], flags, io));
  });
}

function addValidateCommand(
  program: Command,
  io: CommandIo,
  finish: (code: ExitCode) => void,
): void {
  addValidateOptions(
    program
      .command("validate")
      .argument(
        "<file>",
        "a recording with a message on each line, or - (stdin)",
      )
      .description("tell which messages of a recording are not valid"),
  ).action(async (file: string, flags: ValidateFlags) => {
    const { validateCommand } = await import("./validate.ts");
    finish(await validateCommand(file, flags, io));
  });
}
