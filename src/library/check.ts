import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import {
  foreignFiles,
  planOutput,
  unifiedDiffs,
  type FileStatus,
  type ManifestInput,
} from "../output/index.ts";
import { packageVersion } from "../package.ts";
import { emitAll } from "./emission.ts";
import type { GenerateOptions } from "./options.ts";
import type { RequiredPackage } from "./runtime.ts";

/** How an output folder stands to what `generate` would write. */
export interface CheckReport {
  /** Whether `generate` would change nothing. */
  fresh: boolean;
  /** Whether a run was stopped while it moved its files: the next `generate` mends it. */
  interrupted: boolean;
  /** The ids of the revisions, sorted. */
  revisions: string[];
  /** What was read, with its digests. */
  inputs: ManifestInput[];
  /** What was found in the input. */
  diagnostics: Diagnostic[];
  /** What has to be installed for the files to run. */
  packages: RequiredPackage[];
  /** Every file that should be there, or is and should not. */
  files: CheckedFile[];
}

/** A file, and whether it is as it should be. */
export interface CheckedFile {
  /** Relative to the output folder, with `/`. */
  path: string;
  /** Whether it is as it should be. */
  status: FileStatus;
  /** No run has written it, and none removes it; it lies among generated files. */
  foreign?: true;
  /** From the file to what would be written, as a unified diff. */
  diff?: string;
}

/**
 * Compares every file of an output folder with what `generate` would write there,
 * and writes nothing. Throws a `UsageError`, an `InputError` or an `OutputError`.
 */
export async function check(
  options: GenerateOptions & {
    /** The folder that is looked at. */
    out: string;
  },
): Promise<CheckReport> {
  const { emitted, ...report } = await emitAll(options);
  const plan = planOutput(options.out, emitted, {
    generator: packageVersion(),
    inputs: report.inputs,
  });
  const diffs = await unifiedDiffs(plan);
  const files = plan.files.map(({ path, status }): CheckedFile => {
    const diff = diffs.get(path);
    return { path, status, ...(diff === undefined ? {} : { diff }) };
  });
  const foreign = foreignFiles(plan).map((path): CheckedFile => ({
    path,
    status: "unexpected",
    foreign: true,
  }));
  files.push(...foreign);
  const same = files.every(({ status }) => status === "unchanged");
  const { interrupted } = plan;
  return { fresh: same && !interrupted, interrupted, ...report, files };
}
