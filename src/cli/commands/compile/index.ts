import { dirname, join, resolve } from "node:path";
import {
  checkSchemas,
  compileSchemas,
  type CompiledEntry,
  type CompileOptions,
  type RefusedSchema,
} from "../../../contracts/schemas/index.ts";
import { UsageError } from "../../../base/diagnostics/error.ts";
import {
  escapeControls,
  escapeLines,
} from "../../../base/diagnostics/escape.ts";
import type { FileStatus, GeneratedFile } from "../../../emit/output/index.ts";
import type { ExitCode } from "../exit-code.ts";
import { printOutcome, progress, type CommandIo } from "../io.ts";
import { readText } from "../described/read-text.ts";
import { printJsonReport, reporting } from "../report.ts";
import { counted } from "../table.ts";
import type { CompileFlags } from "./flags.ts";
import { printLosses } from "./losses.ts";

/** What `compile --format json` prints. */
export interface JsonCompileReport {
  /** `drift` with `--check` where the module is not what its schemas give. */
  status: "done" | "fresh" | "drift";
  /** The files of the module, relative to its folder; with their text where it is not written. */
  files: JsonCompiledFile[];
  /** Each schema, with what could not be compiled of it. */
  schemas: CompiledEntry[];
  /** The schemas of a server that were left out. */
  refused: RefusedSchema[];
}

/** A file of a module in a report. */
export interface JsonCompiledFile {
  /** Relative to the folder of the module. */
  path: string;
  /** What became of it, or how it stands to what it is to be. */
  status: GeneratedFile["status"] | FileStatus;
  /** From the file to what would be written, as a unified diff. */
  diff?: string;
  /** What is in it, without `--out`. */
  text?: string;
}

/** `mcp-gen compile`: makes a module of JSON Schemas. */
export async function compileCommand(
  schemas: string,
  flags: CompileFlags,
  io: CommandIo,
): Promise<ExitCode> {
  return reporting(io, flags.format, async () => {
    const { out, docs } = flags;
    const file = schemas === "-" ? "<stdin>" : schemas;
    const text = await readText(schemas, file, io);
    const options = { schemas: text, file, docs };
    if (out !== undefined) {
      const placed = { ...options, out: resolve(io.cwd, out) };
      return flags.check === true
        ? check({ ...placed, shown: out }, flags, io)
        : write({ ...placed, shown: out }, flags, io);
    }
    if (flags.check === true)
      throw new UsageError("invalid-option", "--check compares a module", {
        hint: "name it: --out src/schemas.ts",
      });
    const report = await compileSchemas(options);
    if (flags.format === "json") printReport("done", report, io);
    else {
      printLosses(io, report);
      for (const { text = "" } of report.files) io.stdout(text);
    }
    return 0;
  });
}

interface Placed extends CompileOptions {
  readonly out: string;
  /** The module as it was named. */
  readonly shown: string;
}

async function write(
  { shown, ...options }: Placed,
  flags: CompileFlags,
  io: CommandIo,
): Promise<ExitCode> {
  const force = flags.force === true;
  const report = await compileSchemas({ ...options, force });
  if (flags.format === "json") {
    printReport("done", report, io);
    return 0;
  }
  printLosses(io, report);
  const name = escapeControls(shown);
  const isSame = report.files.every(({ status }) => status === "unchanged");
  const amount = counted(report.schemas.length, "schema");
  printOutcome(
    io,
    isSame ? `${name} is up to date: ${amount}` : `Wrote ${amount} to ${name}`,
  );
  return 0;
}

async function check(
  { shown, ...options }: Placed,
  flags: CompileFlags,
  io: CommandIo,
): Promise<ExitCode> {
  const { fresh, ...report } = await checkSchemas(options);
  const { files } = report;
  if (flags.format === "json")
    printReport(fresh ? "fresh" : "drift", report, io);
  else if (fresh) progress(io, `${escapeControls(shown)} is up to date`);
  else {
    for (const { path, status, diff = "" } of files) {
      if (status === "unchanged") continue;
      const name = escapeControls(join(dirname(shown), path));
      io.stdout(`${status === "blocked" ? "in the way of" : status} ${name}\n`);
      io.stdout(escapeLines(diff));
    }
    const command = files.some(({ status }) => status === "edited")
      ? "keep what was edited elsewhere, and run mcp-gen compile --force"
      : "run mcp-gen compile with the same arguments";
    io.stderr(`${escapeControls(shown)} is stale: ${command}\n`);
  }
  return fresh ? 0 : 1;
}

function printReport(
  status: JsonCompileReport["status"],
  report: {
    readonly files: readonly JsonCompiledFile[];
    readonly schemas: CompiledEntry[];
    readonly refused: RefusedSchema[];
  },
  io: CommandIo,
): void {
  const files = report.files.map((file): JsonCompiledFile => {
    if (file.status === "emitted") return file;
    // It is in the folder.
    const { text: _, ...rest } = file;
    return rest;
  });
  const { schemas, refused } = report;
  const whole: JsonCompileReport = { status, files, schemas, refused };
  printJsonReport(io, whole);
}
