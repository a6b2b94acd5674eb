import { CommanderError } from "commander";
import type { ExitCode } from "./exit-code.ts";
import type { CommandIo } from "./io.ts";
import { createGenerating, isGenerating } from "./generating.ts";
import { assertSpelling } from "./spelling.ts";
import { bugText, printJsonReport, type JsonErrorReport } from "./report.ts";
import { PromptEndError } from "../terminal/index.ts";

/** Runs the command line. `args` are the arguments alone, without node and the script. */
export async function run(
  args: readonly string[],
  io: CommandIo,
): Promise<ExitCode> {
  let code: ExitCode = 0;
  try {
    const create = isGenerating(args)
      ? createGenerating
      : (await import("./program.ts")).createProgram;
    const program = create(io, (result) => {
      code = result;
    });
    assertSpelling(program, args);
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    // Commander has printed its own errors; help and version end in one as well.
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      if (wantsJson(args)) printJsonReport(io, usageReport(error));
      return 2;
    }
    if (error instanceof PromptEndError) return unanswered(error, io);
    io.stderr(bugText(error));
    return 2;
  }
}

/** Options that cannot be read may still say who reads the answer: a program. */
function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  const options = end < 0 ? args : args.slice(0, end);
  return (
    options.includes("--format=json") ||
    options.some(
      (option, index) => option === "--format" && options[index + 1] === "json",
    )
  );
}

function usageReport({ message }: CommanderError): JsonErrorReport {
  const [told = "", ...hints] = message.replace(/^error: /, "").split("\n");
  const hint = hints.join(" ").replace(/^\((.*)\)$/, "$1");
  return {
    status: "error",
    error: {
      ...{ code: "invalid-option", message: told },
      ...(hint !== "" && { hint }),
    },
    diagnostics: [],
  };
}

/** Who pressed Ctrl-C knows why it ended. */
function unanswered({ reason }: PromptEndError, io: CommandIo): ExitCode {
  if (reason === "interrupted") return 130;
  io.stderr("error unanswered: the input ended before the question\n");
  return 2;
}
