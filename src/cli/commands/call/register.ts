import { InvalidArgumentError, Option, type Command } from "commander";
import {
  parseAssignment,
  parseText,
  type Assignment,
} from "../../call/params/assignment.ts";
import { GeneratorError } from "../../../base/diagnostics/error.ts";
import { suggest } from "../../../base/diagnostics/nearest.ts";
import { isLogLevel } from "../../call/log-level.ts";
import type { ExitCode } from "../exit-code.ts";
import { formatOption } from "../flags.ts";
import type { CommandIo } from "../io.ts";
import { callCommand } from "./index.ts";
import type { CallFlags } from "./request.ts";

/** Adds `call` to the command line. */
export function addCallCommand(
  program: Command,
  io: CommandIo,
  finish: (code: ExitCode) => void,
): void {
  const command = program
    .command("call")
    .argument(
      "[words...]",
      "the server, and what to call: a method, a tool, a prompt or a URI",
    )
    .usage(
      "<server> [method] [options]\n       mcp-gen call [method] [options] -- <command> [args…]",
    )
    .description(
      "ask a server something from the terminal, and show the answer",
    );
  addAsking(command);
  addReaching(command);
  command.addOption(
    new Option("--log-level <level>", "ask for log messages from this level on")
      .choices(levels)
      .argParser(logLevel),
  );
  addLogin(command);
  command.option("--logout", "forget the login at the server");
  command
    .addOption(formatOption())
    .action(async (words: string[], flags: CallFlags) =>
      finish(await callCommand(partedWords(words, program), flags, io)),
    );
}

function addAsking(command: Command): void {
  command
    .addOption(
      new Option(
        "-a, --arg <key=value>",
        "an argument: key=value, key=@file or key=- (stdin); or all of them: {…}, @file or -",
      )
        .argParser(assignments(parseAssignment))
        .default([], "none"),
    )
    .addOption(
      new Option(
        "--text <key=value>",
        "an argument that is text, whatever it looks like",
      )
        .argParser(assignments(parseText))
        .default([], "none"),
    )
    .option("--as-is", "send names of methods and arguments unchecked")
    .addOption(
      list("--answer <field=value>", "an answer to what the server asks"),
    )
    .addOption(list("--root <folder>", "a folder that the server may know of"))
    .option("--sampling", "answer in the place of a model, at the terminal")
    .option(
      "--out <file>",
      "write what the answer holds, such as an image, to a file",
    )
    .option(
      "-q, --quiet",
      "leave out progress, logs, and what the server prints",
    );
}

/** Adds the options that say how a server is reached. */
export function addReaching(command: Command): void {
  command
    .option("--config <file>", "the mcp.json in which the server is an entry")
    .addOption(list("--revision <id>", "speak only this revision", "all"))
    .addOption(
      list(
        "-H, --header <line>",
        'a header: "Name: value", or @file with one on each line',
      ),
    )
    .addOption(
      list(
        "-e, --env <NAME=value>",
        "a variable of the server's environment; NAME alone hands on the one from here",
      ),
    )
    .option("--cwd <folder>", "the folder that the server runs in")
    .addOption(
      new Option("--timeout <seconds>", "how long the server may be silent")
        .argParser(seconds)
        .default(undefined, "60"),
    );
}

/** Adds the options that say how one logs in. */
export function addLogin(command: Command): void {
  command
    .option("--login", "log in where the server asks, also without a terminal")
    .option("--no-login", "never ask anybody to log in")
    .option("--no-browser", "print addresses, and open none")
    .option(
      "--client-id <id>",
      "a client that is registered; its secret is $MCP_CLIENT_SECRET",
    )
    .addOption(list("--scope <scope>", "ask for this scope, too"))
    .addOption(
      new Option(
        "--redirect-port <port>",
        "the port that the login comes back to",
      ).argParser(port),
    );
}

/** What stands before `--`, and behind it. */
export function partedWords(
  words: readonly string[],
  program: Command,
): {
  words: readonly string[];
  command: readonly string[] | undefined;
} {
  // Commander has taken the sign away; as the value of an option there is none.
  const { rawArgs } = program as Command & {
    readonly rawArgs: readonly string[];
  };
  const at = rawArgs.indexOf("--");
  if (at < 0) return { words, command: undefined };
  const command = rawArgs.slice(at + 1);
  return { words: words.slice(0, words.length - command.length), command };
}

function list(flags: string, description: string, otherwise = "none"): Option {
  return new Option(flags, description)
    .argParser((value: string, earlier: readonly string[]) => [
      ...earlier,
      value,
    ])
    .default([], otherwise);
}

/** What is wrong with an argument is told as commander tells it. */
function assignments(
  parse: (given: string) => Assignment,
): (given: string, earlier: readonly Assignment[]) => Assignment[] {
  return (given, earlier) => {
    try {
      return [...earlier, parse(given)];
    } catch (error) {
      if (!(error instanceof GeneratorError)) throw error;
      const { message, hint } = error;
      throw new InvalidArgumentError(
        hint === undefined ? `${message}.` : `${message}: ${hint}.`,
      );
    }
  };
}

const levels = [
  ...["debug", "info", "notice", "warning"],
  ...["error", "critical", "alert", "emergency"],
];

function logLevel(value: string): string {
  if (isLogLevel(value)) return value;
  const hint = suggest(value, levels) ?? `There are ${levels.join(", ")}.`;
  throw new InvalidArgumentError(`Unknown "${value}": ${hint}`);
}

function seconds(value: string): number {
  const number = Number(value);
  if (value.trim() !== "" && number > 0) return number;
  throw new InvalidArgumentError("It must be a number of seconds above zero.");
}

function port(value: string): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && number > 0 && number < 65_536) return number;
  throw new InvalidArgumentError("It must be a port, from 1 to 65535.");
}
