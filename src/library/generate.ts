import {
  isStaged,
  planOutput,
  recoverOutput,
  withOutputLock,
  writeOutput,
  type FileStatus,
  type OutputPlan,
} from "../output/index.ts";
import { configuresPrettier } from "../project/prettier.ts";
import type { ProjectLack } from "../project/lacks.ts";
import { emitAll, type Emission, type EmissionReport } from "./emission.ts";
import { importLines } from "./imports.ts";
import { lacksOf } from "./lacks.ts";
import { forgetful, type Memory } from "./memory.ts";
import type { GenerateOptions } from "./options.ts";

/** What `generate` has done. */
export interface GenerateReport extends EmissionReport {
  /** The lines of all files. */
  lines: number;
  /** What a file beside the output folder imports to begin with, one statement each. */
  imports: string[];
  /** What the project that `out` lies in lacks for the files to compile and run. */
  lacks: ProjectLack[];
  /** The formatter that the project configures, where it has not formatted the files. */
  configured?: "prettier";
  /** Every file, whether it was written or was as it should be. */
  files: GeneratedFile[];
}

/** A file, and what became of it. */
export interface GeneratedFile {
  /** Relative to the output folder, with `/`. */
  path: string;
  /**
   * `emitted` when there is no output folder; `kept` when the manifest names a file
   * that an earlier run did not write as it is: nothing removes it.
   */
  status: "emitted" | "created" | "updated" | "unchanged" | "removed" | "kept";
  /** Absent when the file was removed or kept. */
  text?: string;
}

/**
 * Generates the code of one or more revisions into `out`, or in memory when there is
 * no `out`. Either every file is written or none, and none when nothing has changed.
 * Throws a `UsageError`, an `InputError` or an `OutputError`.
 */
export async function generate(
  options: GenerateOptions,
): Promise<GenerateReport> {
  return regenerate(options, forgetful);
}

/** Like `generate`, for a process that does it again and again: with what it keeps. */
export async function regenerate(
  options: GenerateOptions,
  memory: Memory,
): Promise<GenerateReport> {
  const emission = await emitAll(options, memory);
  const { out } = options;
  const files =
    out === undefined
      ? emission.files.map(({ path, text }): GeneratedFile => {
          return { path, status: "emitted", text };
        })
      : await writeFiles(out, emission, options);
  return generateReport(emission, files, out);
}

/** What is told of an emission and of what became of its files. */
export function generateReport(
  emission: Emission,
  files: GeneratedFile[],
  out: string | undefined,
): GenerateReport {
  const isFormatted = emission.manifest.prettier === true;
  return {
    ...emission.report,
    lines: files.reduce((sum, { text = "" }) => sum + linesOf(text), 0),
    imports: importLines(emission, out),
    lacks: out === undefined ? [] : lacksOf(emission.options, out),
    ...(out !== undefined && !isFormatted && configuresPrettier(out)
      ? { configured: "prettier" }
      : {}),
    files,
  };
}

async function writeFiles(
  out: string,
  { files: emitted, manifest }: Emission,
  options: GenerateOptions,
): Promise<GeneratedFile[]> {
  const look = (): OutputPlan => planOutput(out, emitted, manifest);
  const seen = look();
  const { files } = isUpToDate(seen)
    ? seen
    : await withOutputLock(out, () => {
        recoverOutput(out);
        // Another run may have been at work until now.
        const plan = look();
        writeOutput(plan, options);
        return plan;
      });
  return files.map(generatedFile);
}

/** A run with nothing to do writes nothing: also where it could not. */
export function isUpToDate({ root, files }: OutputPlan): boolean {
  if (files.some(({ status }) => status !== "unchanged")) return false;
  return !isStaged(root);
}

/** What becomes of a planned file when the plan is carried out. */
export function generatedFile(
  file: OutputPlan["files"][number],
): GeneratedFile {
  const { path, status, after } = file;
  if (after === undefined) {
    return { path, status: status === "unexpected" ? "removed" : "kept" };
  }
  return { path, status: written[status], text: after.toString() };
}

const written: Record<FileStatus, GeneratedFile["status"]> = {
  unchanged: "unchanged",
  changed: "updated",
  missing: "created",
  edited: "updated",
  // Never seen with a text: it is no longer emitted.
  unexpected: "removed",
  kept: "kept",
  // Never seen: nothing is written then, and an error says so.
  blocked: "unchanged",
};

function linesOf(text: string): number {
  return text.split("\n").length - 1;
}
