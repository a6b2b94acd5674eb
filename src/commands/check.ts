import { escapeControls, escapeLines } from "../diagnostics/escape.ts";
import { check, type CheckReport } from "../library/check.ts";
import type { FileStatus } from "../output/index.ts";
import { generateOptions, type GenerateFlags } from "./flags.ts";
import { progress, type ExitCode, type Host } from "./host.ts";
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
  host: Host,
): Promise<ExitCode> {
  return reporting(host, flags.format, async () => {
    const options = await generateOptions(revisions, flags, host);
    const report = await check(options);
    if (flags.format === "json") printJsonReport(host, jsonReport(report));
    else printText(host, report, flags.out);
    return report.fresh ? 0 : 1;
  });
}

function jsonReport(report: CheckReport): JsonCheckReport {
  return { status: report.fresh ? "fresh" : "drift", ...report };
}

function printText(host: Host, report: CheckReport, out: string): void {
  printDiagnostics(host, report.diagnostics);
  if (report.fresh) return progress(host, `${out} is up to date`);
  for (const { path, status, foreign, diff = "" } of report.files) {
    if (status === "unchanged") continue;
    const note = foreign === true ? " (not generated)" : "";
    host.stdout(`${labels[status]} ${escapeControls(path)}${note}\n`);
    host.stdout(escapeLines(diff));
  }
  if (report.interrupted) host.stderr("An earlier run was interrupted.\n");
  host.stderr(`${out} is stale: ${advice(report)}\n`);
}

function advice({ files, interrupted }: CheckReport): string {
  const isForeign = files.every(
    ({ status, foreign }) => status === "unchanged" || foreign === true,
  );
  return isForeign && !interrupted
    ? "move or remove what is not generated"
    : "run generate with the same arguments";
}

const labels: Record<FileStatus, string> = {
  unchanged: "unchanged",
  changed: "changed",
  missing: "missing",
  unexpected: "unexpected",
  blocked: "in the way of",
};
