import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import {
  planOutput,
  recoverOutput,
  writeOutput,
  type FileStatus,
  type ManifestInput,
} from "../output/index.ts";
import { packageVersion } from "../package.ts";
import { emitAll } from "./emission.ts";
import type { GenerateOptions } from "./options.ts";

/** What `generate` has done. */
export interface GenerateReport {
  /** The ids of the revisions, sorted. */
  revisions: string[];
  /** What was read, with its digests. */
  inputs: ManifestInput[];
  diagnostics: Diagnostic[];
  files: GeneratedFile[];
}

export interface GeneratedFile {
  /** Relative to the output folder, with `/`. */
  path: string;
  /** `emitted` when there is no output folder. */
  status: "emitted" | "created" | "updated" | "unchanged" | "removed";
  /** Absent when the file was removed. */
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
  const { emitted, ...report } = await emitAll(options);
  const { out } = options;
  if (out === undefined) {
    const files = emitted.map(({ path, text }): GeneratedFile => {
      return { path, status: "emitted", text };
    });
    return { ...report, files };
  }
  recoverOutput(out);
  const plan = planOutput(out, emitted, {
    generator: packageVersion(),
    inputs: report.inputs,
  });
  writeOutput(plan);
  const files = plan.files.map(({ path, status, after }): GeneratedFile => {
    const text = after === undefined ? {} : { text: after.toString() };
    return { path, status: written[status], ...text };
  });
  return { ...report, files };
}

const written: Record<FileStatus, GeneratedFile["status"]> = {
  unchanged: "unchanged",
  changed: "updated",
  missing: "created",
  unexpected: "removed",
  // Never seen: nothing is written then, and an error says so.
  blocked: "unchanged",
};
