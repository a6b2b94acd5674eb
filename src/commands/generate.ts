import { escapeControls } from "../diagnostics/escape.ts";
import { generate, type GenerateReport } from "../library/generate.ts";
import { generateOptions, type GenerateFlags } from "./flags.ts";
import type { ExitCode } from "./exit-code.ts";
import { progress, type CommandIo, type CommandOutput } from "./io.ts";
import {
  printDiagnostics,
  printJsonReport,
  reporting,
  type JsonGenerateReport,
} from "./report.ts";
import { describeGeneration } from "./summary.ts";

/** `mcp-gen generate`: writes the code of the revisions. */
export async function generateCommand(
  revisions: readonly string[],
  flags: GenerateFlags,
  io: CommandIo,
): Promise<ExitCode> {
  return reporting(io, flags.format, async () => {
    const options = await generateOptions(revisions, flags, io);
    const report = await generate(options);
    if (flags.format === "json") printJsonReport(io, jsonReport(report));
    else printText(io, report);
    progress(io, describeGeneration(report, flags));
    return 0;
  });
}

function jsonReport({ files, ...report }: GenerateReport): JsonGenerateReport {
  const named = files.map(({ path, status }) => ({ path, status }));
  return { status: "done", ...report, files: named };
}

function printText(output: CommandOutput, report: GenerateReport): void {
  const { diagnostics } = report;
  printDiagnostics(output, diagnostics);
  printRemarks(output, report);
}

/** Prints what is to be known of the folder and its project, besides what was found. */
export function printRemarks(
  output: CommandOutput,
  { files, lacks }: GenerateReport,
): void {
  for (const { path, status } of files) {
    if (status !== "kept") continue;
    const name = escapeControls(path);
    output.stderr(
      `kept ${name}: not as mcp-gen wrote it; remove it yourself\n`,
    );
  }
  for (const { kind, what, mend } of lacks)
    if (kind === "version")
      output.stderr(
        `warning runtime-version: ${escapeControls(what)}: ${escapeControls(mend)}\n`,
      );
}
