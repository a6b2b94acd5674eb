import { escapeControls } from "../diagnostics/escape.ts";
import { generateAll, type GenerateReport } from "../library/generate.ts";
import type { GenerateFlags } from "./flags.ts";
import type { ExitCode } from "./exit-code.ts";
import { progress, type CommandIo, type CommandOutput } from "./io.ts";
import { plannedOutputs } from "./outputs/plan.ts";
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
    const planned = await plannedOutputs(flags, revisions, io);
    const force = flags.force === true ? { force: true } : {};
    const reports = await generateAll(
      planned.map(({ options }) => ({ ...options, ...force })),
    );
    const done = planned.flatMap(({ out, options }, index) => {
      const report = reports[index];
      return report === undefined ? [] : [{ out, options, report }];
    });
    if (flags.format === "json") {
      const [first] = done;
      // Who names a folder asks for the report of that one.
      if (flags.out !== undefined && first !== undefined)
        printJsonReport(io, jsonReport(first.report));
      else
        printJsonReport(io, {
          status: "done",
          outputs: done.map(({ out, report }) => ({
            out,
            ...jsonReport(report),
          })),
        });
    }
    for (const { out, options, report } of done) {
      if (flags.format !== "json") printText(io, report);
      const { runtime } = options;
      progress(
        io,
        describeGeneration(report, {
          out,
          ...(runtime === undefined ? {} : { runtime }),
        }),
      );
    }
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
