import type { Diagnostic } from "../../base/diagnostics/diagnostic.ts";
import { GeneratorError } from "../../base/diagnostics/error.ts";
import { escapeControls, escapeLines } from "../../base/diagnostics/escape.ts";
import { renderDiagnostic } from "../../base/diagnostics/render.ts";
import type { CheckReport } from "../../project/api/check.ts";
import type { GenerateReport } from "../../project/api/generate.ts";
import { OutputError, type GeneratedFile } from "../../emit/output/index.ts";
import type { Format } from "./flags.ts";
import type { ExitCode } from "./exit-code.ts";
import type { CommandOutput } from "./io.ts";

/** What `generate --format json` prints; file contents stay in the folder. */
export interface JsonGenerateReport extends Omit<GenerateReport, "files"> {
  /** All was written, or was as it should be. */
  status: "done";
  /** The files, without what is in them. */
  files: Omit<GeneratedFile, "text">[];
}

/** What `check --format json` prints. */
export interface JsonCheckReport extends CheckReport {
  /** `drift` where a file is missing, changed or not expected, or the lock is stale. */
  status: "fresh" | "drift";
  /** The project's own files that are not as the lock says; absent where all are. */
  unlocked?: readonly string[];
}

interface OfOutput {
  /** The output folder. */
  out: string;
}

/** What `generate --format json` prints where a configuration or a lock names the outputs. */
export interface JsonProjectGenerateReport {
  /** All was written, or was as it should be. */
  status: "done";
  /** The reports of the outputs. */
  outputs: (JsonGenerateReport & OfOutput)[];
}

/** What `check --format json` prints where a configuration or a lock names the outputs. */
export interface JsonProjectCheckReport {
  /** `drift` where it is that of any output. */
  status: "fresh" | "drift";
  /** The reports of the outputs. */
  outputs: (JsonCheckReport & OfOutput)[];
}

/** What every command prints with `--format json` when it fails. */
export interface JsonErrorReport {
  /** The command failed. */
  status: "error";
  /** Why. */
  error: {
    /** Which error it is, for programs. */
    code: string;
    /** What is wrong, for people. */
    message: string;
    /** What may help. */
    hint?: string;
    /** What differs from what was expected, over several lines. */
    diff?: string;
    /** The files that the error is about, relative to the output folder. */
    paths?: readonly string[];
  };
  /** What was found in the input. */
  diagnostics: readonly Diagnostic[];
}

/** Prints a value as JSON that is safe to show on a terminal. */
export function printJsonReport(output: CommandOutput, value: unknown): void {
  output.stdout(`${escapeLines(JSON.stringify(value, null, 2))}\n`);
}

/** Prints diagnostics for a person. */
export function printDiagnostics(
  output: CommandOutput,
  diagnostics: readonly Diagnostic[],
): void {
  for (const diagnostic of diagnostics) {
    output.stderr(renderDiagnostic(diagnostic));
  }
}

/** Runs a command; an error that was thrown on purpose is printed and becomes exit code 2. */
export async function reporting<Code extends ExitCode>(
  output: CommandOutput,
  format: Format,
  command: () => Promise<Code>,
): Promise<Code | 2> {
  try {
    return await command();
  } catch (error) {
    if (!(error instanceof GeneratorError)) throw error;
    if (format === "json") printJsonReport(output, jsonError(error));
    else printError(output, error);
    return 2;
  }
}

/** Prints why a command, or a part of it, came to nothing. */
export function printError(output: CommandOutput, error: GeneratorError): void {
  printDiagnostics(output, error.diagnostics);
  output.stderr(`error ${error.code}: ${escapeControls(error.message)}\n`);
  if (error.diff !== undefined)
    output.stderr(escapeLines(`${error.diff.trimEnd()}\n`));
  if (error.hint === undefined) return;
  output.stderr(`  hint: ${escapeControls(error.hint)}\n`);
}

/** An error as a report for programs. */
export function jsonError(error: GeneratorError): JsonErrorReport {
  const { code, message, hint, diff, diagnostics } = error;
  return {
    status: "error",
    error: {
      code,
      message,
      ...(hint === undefined ? {} : { hint }),
      ...(diff === undefined ? {} : { diff }),
      ...(error instanceof OutputError ? { paths: error.paths } : {}),
    },
    diagnostics,
  };
}

/** What is said of an error that nobody has foreseen. */
export function bugText(error: unknown): string {
  const told =
    error instanceof Error ? (error.stack ?? error.message) : String(error);
  return escapeLines(`This is a bug in mcp-gen. ${told}\n`);
}
