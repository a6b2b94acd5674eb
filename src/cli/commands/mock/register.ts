import { InvalidArgumentError, Option, type Command } from "commander";
import type { ExitCode } from "../exit-code.ts";
import type { CommandIo } from "../io.ts";
import type { MockAddress, MockFlags } from "./flags.ts";

/** Adds `mock` to the command line. */
export function addMockCommand(
  program: Command,
  io: CommandIo,
  finish: (code: ExitCode) => void,
): void {
  program
    .command("mock")
    .argument(
      "<description>",
      "a snapshot, the folder of a client, or a JSON file of tools, prompts, resources and resourceTemplates",
    )
    .description(
      "serve made-up answers of what a server lists, to test clients",
    )
    .addOption(
      new Option(
        "--http <address>",
        "listen at a port, or at host:port; 0 is any that is free",
      )
        .argParser(address)
        .default(undefined, "standard input and output"),
    )
    .addOption(
      new Option("--seed <number>", "what the answers follow from")
        .argParser(seed)
        .default(0),
    )
    .action(async (description: string, flags: MockFlags) => {
      // No other command needs a server.
      const { mockCommand } = await import("./index.ts");
      finish(await mockCommand(description, flags, io));
    });
}

function address(value: string): MockAddress {
  const [, host = "127.0.0.1", digits = ""] =
    /^(?:(\[[^\]]+\]|[^:]+):)?(\d{1,5})$/.exec(value) ?? [];
  const port = Number(digits);
  if (digits === "" || port > 65_535)
    throw new InvalidArgumentError(
      "It must be a port from 0 to 65535, or host:port.",
    );
  return { host: host.replace(/^\[(.*)\]$/, "$1"), port };
}

function seed(value: string): number {
  const number = Number(value);
  if (value.trim() !== "" && Number.isSafeInteger(number)) return number;
  throw new InvalidArgumentError("It must be a whole number.");
}
