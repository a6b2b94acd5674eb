import type { EmittedFile } from "../print/module.ts";
import { recoverOutput } from "./journal.ts";
import { withOutputLock } from "./lock.ts";
import {
  planOutput,
  type FileStatus,
  type ManifestInputs,
  type OutputPlan,
} from "./plan.ts";
import { isStaged } from "./staging.ts";
import { writeOutput, type WriteOptions } from "./write.ts";

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

/** What is to be in a folder. */
export interface FolderContent {
  readonly files: readonly EmittedFile[];
  /** What the manifest says beside the files. */
  readonly manifest: ManifestInputs;
}

/**
 * Brings a folder to what it is to hold: all of it or nothing, and nothing where it is so.
 * Throws an `OutputError`.
 */
export async function writeFiles(
  out: string,
  { files: emitted, manifest }: FolderContent,
  options?: WriteOptions,
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
