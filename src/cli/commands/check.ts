import { escapeControls, escapeLines } from "../../base/diagnostics/escape.ts";
import { lockPath } from "../../project/config/lock.ts";
import { check, type CheckReport } from "../../project/api/check.ts";
import type { FileStatus } from "../../emit/output/index.ts";
import type { GenerateFlags } from "./flags.ts";
import type { ExitCode } from "./exit-code.ts";
import { progress, type CommandIo, type CommandOutput } from "./io.ts";
import { plannedOutputs, type PlannedOutput } from "./outputs/plan.ts";
import {
  printDiagnostics,
  printJsonReport,
  reporting,
  type JsonCheckReport,
  type JsonProjectCheckReport,
} from "./report.ts";

/** `mcp-gen check`: says how the output folder differs from what would be written. */
export async function checkCommand(
  revisions: readonly string[],
  flags: GenerateFlags,
  io: CommandIo,
): Promise<ExitCode> {
  return reporting(io, flags.format, async () => {
    const planned = await plannedOutputs(flags, revisions, io);
    const unlocked = await lockCheck(planned);
    const outputs: CheckedOutput[] = [];
    for (const one of planned)
      outputs.push({
        out: one.out,
        report: await check(one.options),
        unlocked: unlocked(one),
      });
    const isFresh = outputs.every(isAsLocked);
    if (flags.format === "json") printJson(io, outputs, flags.out);
    else for (const output of outputs) printText(io, output);
    return isFresh ? 0 : 1;
  });
}

/** A folder, and how it stands to what would be written, and to the lock. */
interface CheckedOutput {
  readonly out: string;
  readonly report: CheckReport;
  /** The project's own files that differ from the lock. */
  readonly unlocked: readonly string[];
}

function isAsLocked({ report, unlocked }: CheckedOutput): boolean {
  return report.fresh && unlocked.length === 0;
}

/** Loaded where there is a lock, and not otherwise. */
async function lockCheck(
  planned: readonly PlannedOutput[],
): Promise<(output: PlannedOutput) => string[]> {
  if (planned.every(({ locked }) => locked === undefined)) return () => [];
  return (await import("./outputs/record.ts")).changedFiles;
}

/** Who names a folder gets the report of that one. */
function printJson(
  output: CommandOutput,
  outputs: readonly CheckedOutput[],
  named: string | undefined,
): void {
  if (named === undefined) {
    const whole: JsonProjectCheckReport = {
      status: outputs.every(isAsLocked) ? "fresh" : "drift",
      outputs: outputs.map((one) => ({ out: one.out, ...jsonReport(one) })),
    };
    return printJsonReport(output, whole);
  }
  for (const one of outputs) printJsonReport(output, jsonReport(one));
}

function jsonReport(checked: CheckedOutput): JsonCheckReport {
  const { report, unlocked } = checked;
  return {
    status: isAsLocked(checked) ? "fresh" : "drift",
    ...report,
    ...(unlocked.length > 0 && { unlocked }),
  };
}

function printText(
  output: CommandOutput,
  { out, report, unlocked }: CheckedOutput,
): void {
  printDiagnostics(output, report.diagnostics);
  for (const path of unlocked)
    output.stderr(
      escapeLines(
        `${path} has changed since ${lockPath} was written: run generate, which notes it there\n`,
      ),
    );
  if (report.fresh) {
    if (unlocked.length === 0) progress(output, `${out} is up to date`);
    return;
  }
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
