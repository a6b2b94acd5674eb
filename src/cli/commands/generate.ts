import { escapeControls } from "../../base/diagnostics/escape.ts";
import type { GenerateReport } from "../../project/api/generate.ts";
import { generateAll } from "../../project/api/generate-all.ts";
import type { GenerateFlags } from "./flags.ts";
import type { ExitCode } from "./exit-code.ts";
import { progress, type CommandIo, type CommandOutput } from "./io.ts";
import { plannedOutputs, type PlannedOutput } from "./outputs/plan.ts";
import {
  printDiagnostics,
  printJsonReport,
  reporting,
  type JsonGenerateReport,
  type JsonProjectGenerateReport,
} from "./report.ts";
import { describeGeneration, headline } from "./summary.ts";

/** `mcp-gen generate`: writes the code of the revisions. */
export async function generateCommand(
  revisions: readonly string[],
  flags: GenerateFlags,
  io: CommandIo,
): Promise<ExitCode> {
  return reporting(io, flags.format, async () => {
    const planned = await plannedOutputs(flags, revisions, io);
    const last = await lockRecording(planned);
    const reports = await generateAll(
      planned.map(({ options }) => options),
      { force: flags.force === true, ...(last && { last }) },
    );
    const outputs = planned.flatMap(({ out, options }, index) => {
      const report = reports[index];
      return report === undefined ? [] : [{ out, options, report }];
    });
    if (flags.format === "json") printJson(io, outputs, flags.out);
    for (const { out, options, report } of outputs) {
      if (flags.format !== "json") printText(io, report);
      printSummary(io, report, { ...options, out }, flags.format);
    }
    return 0;
  });
}

/** Prints all that was done to a person, and one line of it to a log. */
function printSummary(
  io: CommandOutput,
  report: GenerateReport,
  {
    out,
    runtime,
  }: { readonly out: string; readonly runtime?: string | undefined },
  format: GenerateFlags["format"],
): void {
  const given = runtime === undefined ? {} : { runtime };
  if (io.isTerminal)
    progress(io, describeGeneration(report, { out, ...given }));
  else if (format !== "json")
    io.stderr(`${headline(report, escapeControls(out))}\n`);
}

/** Loaded where there is a lock, and not otherwise. */
async function lockRecording(
  planned: readonly PlannedOutput[],
): Promise<(() => () => void) | undefined> {
  if (planned.every(({ locked }) => locked === undefined)) return undefined;
  const { recording } = await import("./outputs/record.ts");
  return recording(planned);
}

/** Who names a folder gets the report of that one. */
function printJson(
  output: CommandOutput,
  outputs: readonly { out: string; report: GenerateReport }[],
  named: string | undefined,
): void {
  const reports = outputs.map(({ out, report }) => {
    return { out, ...jsonReport(report) };
  });
  if (named === undefined) {
    const whole: JsonProjectGenerateReport = {
      status: "done",
      outputs: reports,
    };
    return printJsonReport(output, whole);
  }
  for (const { out: _, ...report } of reports) printJsonReport(output, report);
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
