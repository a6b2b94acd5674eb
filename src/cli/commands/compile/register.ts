import { InvalidArgumentError, Option, type Command } from "commander";
import type { ExitCode } from "../exit-code.ts";
import { formatOption } from "../flags.ts";
import type { CommandIo } from "../io.ts";
import type { CompileFlags } from "./flags.ts";

/** Adds `mcp-gen compile` to the program. */
export function addCompileCommand(
  program: Command,
  io: CommandIo,
  finish: (code: ExitCode) => void,
): void {
  program
    .command("compile")
    .argument(
      "<schemas>",
      "a JSON file of JSON Schemas by name, or of what a server lists; or - (stdin)",
    )
    .description(
      "compile JSON Schemas to a module of types, guards and checks that need no eval",
    )
    .addOption(
      new Option(
        "-o, --out <file>",
        "the module: a .ts, or a .js, beside which its .d.ts goes",
      )
        .argParser(moduleFile)
        .default(undefined, "printed, as TypeScript"),
    )
    .option("--check", "compare the module of --out, and write nothing")
    .option("--force", "replace a module that was edited since")
    .option("--no-docs", "leave descriptions out of doc comments")
    .addOption(formatOption())
    .action(async (schemas: string, flags: CompileFlags) => {
      // No other command needs what compiles.
      const { compileCommand } = await import("./index.ts");
      finish(await compileCommand(schemas, flags, io));
    });
}

function moduleFile(file: string): string {
  if (/[^/\\]\.[jt]s$/.test(file) && !file.endsWith(".d.ts")) return file;
  throw new InvalidArgumentError("It must end with .ts or .js.");
}
