import { InvalidArgumentError, Option, type Command } from "commander";
import { addLogin, addReaching, partedWords } from "../call/register.ts";
import type { ExitCode } from "../exit-code.ts";
import type { CommandIo } from "../io.ts";
import type { ClientFlags } from "./flags.ts";

/** Adds `mcp-gen client` to the program. */
export function addClientCommand(
  program: Command,
  io: CommandIo,
  finish: (code: ExitCode) => void,
): void {
  const command = program
    .command("client")
    .argument("[server]", "a command line, a URL, an entry or a snapshot.json")
    .usage(
      "<server> --out <folder> [options]\n       mcp-gen client --out <folder> [options] -- <command> [args…]\n       mcp-gen client [server] --check --out <folder>",
    )
    // Those behind `--`.
    .argument("[words...]")
    .description("write a typed client of a server that is running");
  addWriting(command);
  addReaching(command);
  addLogin(command);
  command
    .option("-q, --quiet", "leave out what the server prints and logs")
    .addOption(
      new Option("--format <format>", "how the report is written")
        .choices(["text", "json", "markdown", "github"])
        .default("text"),
    )
    .action(
      async (
        server: string | undefined,
        words: readonly string[],
        flags: ClientFlags,
      ) => {
        // No other command needs what prints it.
        const { clientCommand } = await import("./index.ts");
        const all = server === undefined ? words : [server, ...words];
        finish(await clientCommand(partedWords(all, program), flags, io));
      },
    );
}

function addWriting(command: Command): void {
  const kept = "as before";
  command
    .option("-o, --out <folder>", "the folder of the client")
    .addOption(
      new Option(
        "--name <name>",
        "what its functions and types are named after",
      ).default(undefined, `${kept}, else the last name of the folder`),
    )
    .addOption(
      new Option("--emit <list>", "what is emitted: types, guards, client")
        .argParser((text: string) => text.split(",").map((one) => one.trim()))
        .default(undefined, `${kept}, else all of it`),
    )
    .addOption(
      new Option("--only <glob>", "names that are meant: * is any text")
        .argParser((one: string, earlier: readonly string[] | undefined) => [
          ...(earlier ?? []),
          one,
        ])
        .default(undefined, `${kept}, else all`),
    )
    .addOption(
      new Option(
        "--guards <switch>",
        "whether arguments and results are checked",
      )
        .choices(["on", "off"])
        .default(undefined, `${kept}, else on`),
    )
    .addOption(
      new Option(
        "--runtime <module>",
        "@mcp-gen/runtime, mcp-gen, or a module that was generated, from the folder",
      )
        .argParser(notEmpty)
        .default(undefined, `${kept}, else the package that the project has`),
    )
    .addOption(
      new Option(
        "--import-extension <extension>",
        "what relative imports end with",
      )
        .choices([".js", ".ts", "none"])
        .default(undefined, `${kept}, else .js`),
    )
    .option("--no-docs", "leave descriptions out of doc comments")
    .option("--check", "tell what differs, and write nothing")
    .option("--breaking", "with --check: tell only what breaks callers")
    .option("--force", "replace files that were edited since");
}

function notEmpty(text: string): string {
  if (text !== "") return text;
  throw new InvalidArgumentError("It must not be empty.");
}
