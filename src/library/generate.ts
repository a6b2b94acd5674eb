import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import {
  isStaged,
  planOutput,
  recoverOutput,
  withOutputLock,
  writeOutput,
  type FileStatus,
  type ManifestInput,
  type OutputPlan,
} from "../output/index.ts";
import { packageVersion } from "../package.ts";
import { emitAll } from "./emission.ts";
import type { GenerateOptions } from "./options.ts";
import type { RequiredPackage } from "./runtime.ts";

/** What `generate` has done. */
export interface GenerateReport {
  /** The ids of the revisions, sorted. */
  revisions: string[];
  /** What was read, with its digests. */
  inputs: ManifestInput[];
  /** What was found in the input. */
  diagnostics: Diagnostic[];
  /** What has to be installed for the files to run. */
  packages: RequiredPackage[];
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
  const { emitted, ...report } = await emitAll(options);
  const { out } = options;
  if (out === undefined) {
    const files = emitted.map(({ path, text }): GeneratedFile => {
      return { path, status: "emitted", text };
    });
    return { ...report, files };
  }
  const look = (): OutputPlan =>
    planOutput(out, emitted, {
      generator: packageVersion(),
      inputs: report.inputs,
    });
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
  return { ...report, files: files.map(generatedFile) };
}

/** A run with nothing to do writes nothing: also where it could not. */
function isUpToDate({ root, files }: OutputPlan): boolean {
  if (files.some(({ status }) => status !== "unchanged")) return false;
  return !isStaged(root);
}

function generatedFile(file: OutputPlan["files"][number]): GeneratedFile {
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
