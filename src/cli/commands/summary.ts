import { escapeControls } from "../../base/diagnostics/escape.ts";
import { emitNames } from "../../emit/index.ts";
import type { GenerateReport } from "../../project/api/generate.ts";
import { counted, table } from "./table.ts";

/** What a person sees after `generate`: what was written where, what to import, what is lacking. */
export function describeGeneration(
  report: GenerateReport,
  { out, runtime }: { readonly out: string; readonly runtime?: string },
): string {
  const isFirst = report.files.every(({ status }) => status === "created");
  const parts = [
    [headline(report, escapeControls(out))],
    isFirst ? report.imports.map((line) => `  ${escapeControls(line)}`) : [],
    isFirst ? notes(report, runtime === undefined) : [],
    lacking(report),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

/** What was written, in a line. */
export function headline(report: GenerateReport, out: string): string {
  const { files, lines, revisions } = report;
  const present = files.filter(({ text }) => text !== undefined);
  const size = `${counted(present.length, "file")}, ${counted(lines, "line")}`;
  const before =
    report.earlier === undefined
      ? ""
      : ` (before: ${report.earlier.join(", ")})`;
  const of = escapeControls(`of ${revisions.join(", ")}${before}`);
  const count = (...among: string[]): number =>
    files.filter(({ status }) => among.includes(status)).length;
  const written = count("created", "updated");
  const removed = count("removed");
  if (written + removed === 0) return `${out} is up to date: ${size}, ${of}`;
  if (written === files.length) return `Wrote ${size} to ${out}, ${of}`;
  const gone = removed === 0 ? "" : `, removed ${removed}`;
  return `Wrote ${counted(written, "file")}${gone} in ${out}: now ${size}, ${of}`;
}

/** What was decided by default, told once. */
function notes(report: GenerateReport, isDefault: boolean): string[] {
  const { runtime, files, emit } = report;
  const copied = files.filter(({ path }) => path.startsWith("runtime/")).length;
  const left = emitNames.filter((name) => !emit.includes(name));
  const isLight = runtime.startsWith("@mcp-gen/runtime");
  return [
    ...(isDefault && copied > 0
      ? [
          `${copied} of the files are a copy of the runtime. Few are left with --runtime @mcp-gen/runtime, which is to be installed.`,
        ]
      : []),
    ...(isDefault && isLight
      ? [
          `The runtime is ${runtime}, which the project has; --runtime copy puts a copy of it beside the rest.`,
        ]
      : []),
    ...(report.configured === undefined
      ? []
      : [
          "The project configures prettier; --prettier formats the files so, and is kept.",
        ]),
    ...(isLight && left.length > 0
      ? [`Not emitted: ${left.join(", ")} (--emit all).`]
      : []),
  ];
}

/** Another version of the runtime has been warned of: also a pipe has to know. */
function lacking({ lacks }: GenerateReport): string[] {
  const told = lacks.filter(({ kind }) => kind !== "version");
  if (told.length === 0) return [];
  const rows = told.map(({ what, mend }) => [`  ${what}`, mend]);
  return ["The project lacks:", table(rows).trimEnd()];
}
