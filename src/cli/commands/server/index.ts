import { join, resolve } from "node:path";
import {
  checkServer,
  generateServer,
  type ServerGeneration,
  type ServerReport,
} from "../../../contracts/server/index.ts";
import {
  escapeControls,
  escapeLines,
} from "../../../base/diagnostics/escape.ts";
import type { UnknownPosition } from "../../../emit/schema-types/index.ts";
import type { GeneratedFile } from "../../../emit/output/index.ts";
import { readDescriptionText } from "./description-text.ts";
import type { ExitCode } from "../exit-code.ts";
import { printOutcome, progress, type CommandIo } from "../io.ts";
import { printJsonReport, reporting } from "../report.ts";
import { counted } from "../table.ts";
import type { ServerFlags } from "./flags.ts";

/** What `server --format json` prints. */
export interface JsonServerReport {
  /** `drift` with `--check` where the folder is not what the description gives. */
  status: "done" | "fresh" | "drift";
  /** The files, relative to the folder. */
  files: { path: string; status: string; diff?: string }[];
  /** What goes unchecked, a line each. */
  notes: readonly string[];
  /** Where a type is wider than its schema. */
  unknowns?: readonly UnknownPosition[];
}

/** So many lines of notes are read; `--format json` has all. */
const maxNotes = 20;

/** `mcp-gen server`: writes a server of what it is to list. */
export async function serverCommand(
  source: string,
  flags: ServerFlags,
  io: CommandIo,
): Promise<ExitCode> {
  return reporting(io, flags.format, async () => {
    const { out, format: _, check: isCheck, force, ...settings } = flags;
    const { text, file } = await readDescriptionText(source, io);
    const options = {
      ...settings,
      description: text,
      file,
      out: resolve(io.cwd, out),
    };
    if (isCheck === true) return check(options, flags, io);
    const report = await generateServer({ ...options, force: force === true });
    if (flags.format === "json") printJson(report, io);
    else {
      printNotes(report.notes, io);
      printOutcome(io, described(report.files, escapeControls(out)));
    }
    return 0;
  });
}

async function check(
  options: ServerGeneration & { out: string },
  { out, format }: ServerFlags,
  io: CommandIo,
): Promise<ExitCode> {
  const { fresh, files, notes } = await checkServer(options);
  if (format === "json") {
    const report: JsonServerReport = {
      status: fresh ? "fresh" : "drift",
      files: files.map(({ path, status, diff }) => ({
        path,
        status,
        ...(diff !== undefined && { diff }),
      })),
      notes,
    };
    printJsonReport(io, report);
  } else if (fresh) progress(io, `${escapeControls(out)} is up to date`);
  else {
    for (const { path, status, diff = "" } of files) {
      if (status === "unchanged") continue;
      io.stdout(`${status} ${escapeControls(join(out, path))}\n`);
      io.stdout(escapeLines(diff));
    }
    io.stderr(
      `${escapeControls(out)} is stale: run mcp-gen server with the same arguments\n`,
    );
  }
  return fresh ? 0 : 1;
}

function printJson(
  { files, notes, unknowns }: ServerReport,
  io: CommandIo,
): void {
  const report: JsonServerReport = {
    status: "done",
    files: files.map(({ path, status }) => ({ path, status })),
    notes,
    unknowns,
  };
  printJsonReport(io, report);
}

function printNotes(notes: readonly string[], io: CommandIo): void {
  for (const note of notes.slice(0, maxNotes))
    io.stderr(`warning unchecked: ${escapeControls(note)}\n`);
  const more = notes.length - maxNotes;
  if (more > 0)
    io.stderr(`warning unchecked: and ${more} more (--format json has all)\n`);
}

/** What was written, and whose the handlers are. */
function described(files: readonly GeneratedFile[], out: string): string {
  const own = files.at(-1);
  const written = files.filter(({ status }) =>
    ["created", "updated"].includes(status),
  );
  const handlers =
    own?.status === "created"
      ? `\nFill in ${join(out, own.path)}: no later run replaces it.`
      : "";
  if (written.length === 0) return `${out} is up to date`;
  return `Wrote ${counted(written.length, "file")} to ${out}${handlers}`;
}
