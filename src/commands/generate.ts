import { escapeControls } from "../diagnostics/escape.ts";
import { generate, type GenerateReport } from "../library/generate.ts";
import type { RequiredPackage } from "../library/runtime.ts";
import { generateOptions, type GenerateFlags } from "./flags.ts";
import type { ExitCode } from "./exit-code.ts";
import { progress, type CommandIo, type CommandOutput } from "./io.ts";
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
    else printText(io, report);
    progress(io, summary(report, flags.out));
    return 0;
  });
}

function jsonReport({ files, ...report }: GenerateReport): JsonGenerateReport {
  const named = files.map(({ path, status }) => ({ path, status }));
  return { status: "done", ...report, files: named };
}

function printText(output: CommandOutput, report: GenerateReport): void {
  const { diagnostics, files } = report;
  printDiagnostics(output, diagnostics);
  for (const { path, status } of files) {
    if (status !== "kept") continue;
    const name = escapeControls(path);
    output.stderr(
      `kept ${name}: not as mcp-gen wrote it; remove it yourself\n`,
    );
  }
  printPackages(output, report);
}

/** Says what is to be installed, when what imports it is new. */
function printPackages(
  output: CommandOutput,
  { packages, files }: GenerateReport,
): void {
  const isNew = files.some(({ status, text = "" }) => {
    const imports = ({ name }: RequiredPackage): boolean =>
      text.includes(` from "${name}"`);
    return status === "created" && packages.some(imports);
  });
  if (!isNew) return;
  // The newest of the major version: a caret is none in every shell.
  const names = packages.map(({ name, range }) => {
    const [major = "latest"] = /\d+/.exec(range) ?? [];
    return `${name}@${major}`;
  });
  output.stderr(
    `What is generated imports other packages: npm install ${names.join(" ")}\n`,
  );
}

function summary({ revisions, files }: GenerateReport, out: string): string {
  const changed = files.filter(({ status }) => status !== "unchanged").length;
  const what = changed === 0 ? "nothing has changed" : `${changed} changed`;
  return `${revisions.join(", ")}: ${files.length} files in ${out}, ${what}`;
}
