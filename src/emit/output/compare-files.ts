import { unifiedDiffs } from "./diff.ts";
import { foreignFiles } from "./foreign.ts";
import { planOutput, type FileStatus, type OutputPlan } from "./plan.ts";
import type { FolderContent } from "./write-files.ts";

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

/** How a folder stands to what it is to hold. */
export interface ComparedFolder {
  readonly plan: OutputPlan;
  /** Whether it holds that. */
  readonly fresh: boolean;
  /** Whether a run was stopped while it moved its files. */
  readonly interrupted: boolean;
  readonly files: CheckedFile[];
}

/** Compares a folder with what it is to hold, and changes nothing. Throws an `OutputError`. */
export async function compareFiles(
  out: string,
  { files: emitted, manifest }: FolderContent,
): Promise<ComparedFolder> {
  const plan = planOutput(out, emitted, manifest);
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
  return { plan, fresh: same && !interrupted, interrupted, files };
}
