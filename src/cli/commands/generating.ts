import { Command, Help, Option } from "commander";
import { escapeLines } from "../../base/diagnostics/escape.ts";
import { packageVersion } from "../../base/package.ts";
import { checkCommand } from "./check.ts";
import type { ExitCode } from "./exit-code.ts";
import { addGenerateOptions, type GenerateFlags } from "./flags.ts";
import { generateCommand } from "./generate.ts";
import type { CommandIo } from "./io.ts";

const revisionsText =
  "bundled ids, all, or paths of protocol.json; without any, those of the configuration, the lock file or the folder's manifest";

/**
 * The command line of `generate` and `check` alone, without what `--help` shows below
 * options: build scripts start these again and again, and other commands are as much to read.
 */
export function createGenerating(
  io: CommandIo,
  finish: (code: ExitCode) => void,
): Command {
  const program = new Command("mcp-gen")
    .description("Generates TypeScript from the MCP specification's schema.ts.")
    .version(packageVersion())
    .exitOverride()
    .configureHelp({ optionDescription })
    .configureOutput({
      writeOut: (text) => io.stdout(text),
      writeErr: (text) => io.stderr(escapeLines(text)),
    });
  addGenerateOptions(
    program
      .command("generate")
      .argument("[revision...]", revisionsText)
      .description("write the code of revisions"),
    io,
  )
    .option("--force", "replace generated files that were edited since")
    .action(async (revisions: string[], flags: GenerateFlags) =>
      finish(await generateCommand(revisions, flags, io)),
    );
  addGenerateOptions(
    program
      .command("check")
      .argument("[revision...]", revisionsText)
      .description("compare what generate would write, and write nothing"),
    io,
  ).action(async (revisions: string[], flags: GenerateFlags) =>
    finish(await checkCommand(revisions, flags, io)),
  );
  return program;
}

/** True if arguments are for `generate`, `check` or the version only, and request no help. */
export function isGenerating(args: readonly string[]): boolean {
  const [first = ""] = args;
  if (first === "--version" || first === "-V") return true;
  const asksForHelp = args.some((arg) => /^(?:--help|-[^-]*h.*)$/.test(arg));
  return (first === "generate" || first === "check") && !asksForHelp;
}

/** Also tells a default that no value says, such as what a file may say. */
function optionDescription(option: Option): string {
  const help = new Help();
  const { defaultValue, defaultValueDescription: told } = option;
  if (defaultValue !== undefined || told === undefined)
    return help.optionDescription(option);
  const { description, argChoices } = option;
  const shown = new Option(option.flags, description).default("", told);
  if (argChoices !== undefined) shown.choices(argChoices);
  return help.optionDescription(shown);
}
