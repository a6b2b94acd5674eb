import { relative } from "node:path";
import type { Diagnostic } from "../../../base/diagnostics/diagnostic.ts";
import { GeneratorError } from "../../../base/diagnostics/error.ts";
import {
  escapeControls,
  escapeLines,
} from "../../../base/diagnostics/escape.ts";
import type { GenerateReport } from "../../../project/api/generate.ts";
import type { Turn } from "../../../project/watch/watch.ts";
import { printRemarks } from "../generate.ts";
import type { CommandIo } from "../io.ts";
import { bugText, jsonError, printDiagnostics, printError } from "../report.ts";
import { headline } from "../summary.ts";
import { counted } from "../table.ts";

/** Prints a turn, and what of it was not printed before. */
export type TurnPrinter = (turn: Turn) => void;

/** Prints a line of JSON for each turn: a report of `generate`, with what has led to it. */
export function jsonPrinter(io: CommandIo): TurnPrinter {
  return (turn) => {
    const { out, changed, took } = turn;
    const line = {
      ...(out === undefined ? {} : { out }),
      changed: changed.map((path) => relative(io.cwd, path)),
      milliseconds: Math.round(took),
      ...(turn.kind === "generated"
        ? jsonReport(turn.report)
        : jsonFailure(turn.error)),
    };
    io.stdout(`${escapeLines(JSON.stringify(line))}\n`);
  };
}

/** The files that are as they were are left out: there are hundreds of them. */
function jsonReport({ files, ...report }: GenerateReport): object {
  const written = files.flatMap(({ path, status }) =>
    status === "unchanged" ? [] : [{ path, status }],
  );
  return { status: "done", ...report, files: written };
}

function jsonFailure(error: unknown): object {
  if (error instanceof GeneratorError) return jsonError(error);
  return { status: "error", error: { code: "bug", message: bugText(error) } };
}

/**
 * Prints what was found, and a line for each turn. What was found the last time as well is
 * counted, and not said again, unless it is an error.
 */
export function textPrinter(io: CommandIo): TurnPrinter {
  const told = new Map<string, ReadonlySet<string>>();
  return (turn) => {
    const { changed, took } = turn;
    const why = [...reason(changed, io), `${Math.round(took)} ms`].join(", ");
    if (turn.kind === "failed") {
      printFailure(io, turn.error);
      const what = escapeControls(turn.out ?? "What was generated");
      io.stderr(`${what} stays as it was (${why})\n`);
      return;
    }
    const { out, report } = turn;
    const before = told.get(out);
    const isNew = (one: Diagnostic): boolean => !before?.has(keyOf(one));
    const found = report.diagnostics.filter(isNew);
    printDiagnostics(io, found);
    printRemarks(io, report);
    told.set(out, new Set(report.diagnostics.map(keyOf)));
    const again = report.diagnostics.length - found.length;
    const asBefore =
      again === 0 ? "" : `; ${counted(again, "finding")} as before`;
    const line = headline(report, escapeControls(out));
    io.stderr(`${line}${asBefore} (${why})\n`);
  };
}

function printFailure(io: CommandIo, error: unknown): void {
  if (error instanceof GeneratorError) printError(io, error);
  else io.stderr(bugText(error));
}

/** It may have moved with the lines above it. */
function keyOf({ code, message }: Diagnostic): string {
  return `${code} ${message}`;
}

function reason(changed: readonly string[], { cwd }: CommandIo): string[] {
  const [first, second, ...more] = changed.map((path) =>
    escapeControls(relative(cwd, path)),
  );
  if (first === undefined) return [];
  if (second === undefined) return [`${first} has changed`];
  return more.length === 0
    ? [`${first} and ${second} have changed`]
    : [`${first} and ${more.length + 1} more have changed`];
}
