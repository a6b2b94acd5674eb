import { generate, type GenerateReport } from "../library/generate.ts";
import { generateOptions, type GenerateFlags } from "./flags.ts";
import type { ExitCode } from "./exit-code.ts";
import { progress, type CommandIo } from "./io.ts";
import {
  printDiagnostics,
  printJsonReport,
  reporting,
  type JsonGenerateReport,
} from "./report.ts";

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
    else printDiagnostics(io, report.diagnostics);
    progress(io, summary(report, flags.out));
    return 0;
  });
}

function jsonReport({ files, ...report }: GenerateReport): JsonGenerateReport {
  const named = files.map(({ path, status }) => ({ path, status }));
  return { status: "done", ...report, files: named };
}

function summary({ revisions, files }: GenerateReport, out: string): string {
  const changed = files.filter(({ status }) => status !== "unchanged").length;
  const what = changed === 0 ? "nothing has changed" : `${changed} changed`;
  return `${revisions.join(", ")}: ${files.length} files in ${out}, ${what}`;
}
