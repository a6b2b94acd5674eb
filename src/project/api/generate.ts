import { writeFiles, type GeneratedFile } from "../../emit/output/index.ts";
import { configuresPrettier } from "../packages/prettier.ts";
import type { ProjectLack } from "../packages/lacks.ts";
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

function linesOf(text: string): number {
  return text.split("\n").length - 1;
}
