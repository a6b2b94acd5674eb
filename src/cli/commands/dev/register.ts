import type { Command } from "commander";
import type { ExitCode } from "../exit-code.ts";
import type { CommandIo } from "../io.ts";
import type { DevFlags } from "./flags.ts";

/** Adds `dev` to the command line. */
export function addDevCommand(
  program: Command,
  io: CommandIo,
  finish: (code: ExitCode) => void,
): void {
  program
    .command("dev")
    .argument(
      "<server...>",
      "a file, or a command line in one word or behind --",
    )
    .description("run a server, and start it again on each change")
    .option(
      "--http",
      "the server listens at an address, and reads no standard input",
    )
    .option("--inspector", "open the official Inspector on it, by npx")
    .option(
      "--url <url>",
      "the address that the Inspector opens, instead of the one that the server prints",
    )
    .option(
      "--watch <path>",
      "watch this file or folder, too",
      (path: string, paths: string[]) => [...paths, path],
      [],
    )
    .action(async (words: string[], flags: DevFlags) => {
      const { devCommand } = await import("./index.ts");
      finish(await devCommand(words, flags, io));
    });
}
