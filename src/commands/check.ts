import { escapeControls, escapeLines } from "../diagnostics/escape.ts";
import { check, type CheckReport } from "../library/check.ts";
import type { FileStatus } from "../output/index.ts";
import type { GenerateFlags } from "./flags.ts";
import type { ExitCode } from "./exit-code.ts";
import { progress, type CommandIo, type CommandOutput } from "./io.ts";
import { plannedOutputs } from "./outputs/plan.ts";
import {
  printDiagnostics,
  printJsonReport,
  reporting,
  type JsonCheckReport,
} from "./report.ts";

/** `mcp-gen check`: says how the output folder differs from what would be written. */
export async function checkCommand(
  revisions: readonly string[],
  flags: GenerateFlags,
  io: CommandIo,
): Promise<ExitCode> {
  return reporting(io, flags.format, async () => {
    const done: { out: string; report: CheckReport }[] = [];
    for (const { out, options } of await plannedOutputs(flags, revisions, io))
      done.push({ out, report: await check(options) });
    const isFresh = done.every(({ report }) => report.fresh);
    if (flags.format !== "json")
      for (const { out, report } of done) printText(io, report, out);
    else if (flags.out !== undefined)
      for (const { report } of done) printJsonReport(io, jsonReport(report));
    else
      printJsonReport(io, {
        status: isFresh ? "fresh" : "drift",
        outputs: done.map(({ out, report }) => {
          return { out, ...jsonReport(report) };
        }),
      });
    return isFresh ? 0 : 1;
  });
}

function jsonReport(report: CheckReport): JsonCheckReport {
  return { status: report.fresh ? "fresh" : "drift", ...report };
}

function printText(
  output: CommandOutput,
  report: CheckReport,
  out: string,
): void {
  printDiagnostics(output, report.diagnostics);
  if (report.fresh) return progress(output, `${out} is up to date`);
  for (const { path, status, foreign, diff = "" } of report.files) {
    if (status === "unchanged") continue;
    const note = foreign === true ? " (not generated)" : "";
    output.stdout(`${labels[status]} ${escapeControls(path)}${note}\n`);
    output.stdout(escapeLines(diff));
  }
  const { earlier } = report;
  if (earlier !== undefined)
    output.stderr(
      escapeLines(
        `The folder was generated of ${earlier.join(", ")}, not of ${report.revisions.join(", ")}.\n`,
      ),
    );
  if (report.interrupted) output.stderr("An earlier run was interrupted.\n");
  output.stderr(`${out} is stale: ${advice(report)}\n`);
}

function advice({ files, interrupted, formattedBy }: CheckReport): string {
  if (formattedBy !== undefined)
    return `${formattedBy} has formatted it as the project says: run generate with --${formattedBy} as well, which is kept`;
  const isForeign = files.every(
    ({ status, foreign }) => status === "unchanged" || foreign === true,
  );
  if (isForeign && !interrupted) return "move or remove what is not generated";
  const isEdited = files.some(({ status }) => status === "edited");
  return isEdited
    ? "keep what was edited elsewhere, and run generate --force with the same arguments"
    : "run generate with the same arguments";
}

const labels: Record<FileStatus, string> = {
  unchanged: "unchanged",
  changed: "changed",
  missing: "missing",
  unexpected: "unexpected",
  edited: "edited",
  kept: "kept",
  blocked: "in the way of",
};
