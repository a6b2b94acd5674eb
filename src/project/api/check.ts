import {
  compareFiles,
  type CheckedFile,
  type OutputPlan,
} from "../../emit/output/index.ts";
import { emitAll, type EmissionReport } from "./emission.ts";
import type { GenerateOptions } from "./options.ts";

/** How an output folder stands to what `generate` would write. */
export interface CheckReport extends EmissionReport {
  /** Whether `generate` would change nothing. */
  fresh: boolean;
  /** Whether a run was stopped while it moved its files: the next `generate` mends it. */
  interrupted: boolean;
  /** The formatter that made files differ: with its option they are as they should be. */
  formattedBy?: "prettier";
  /** Every file that should be there, or is and should not. */
  files: CheckedFile[];
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
  const { report, files: emitted, manifest } = await emitAll(options);
  const content = { files: emitted, manifest };
  const { plan, files, ...compared } = await compareFiles(options.out, content);
  const isFormatted =
    manifest.prettier !== true && (await isReformatted(plan, options.out));
  return {
    ...compared,
    ...(isFormatted ? { formattedBy: "prettier" } : {}),
    ...report,
    files,
  };
}

/** Whether the first file that was edited is as the project's prettier would have it. */
async function isReformatted(
  { files }: OutputPlan,
  out: string,
): Promise<boolean> {
  const edited = files.find(({ status }) => status === "edited");
  if (edited?.after === undefined || !edited.before) return false;
  const { path, after, before } = edited;
  try {
    const { formatFiles } = await import("../../emit/output/format.ts");
    const file = { path, text: after.toString() };
    const [formatted] = await formatFiles([file], out);
    return formatted?.text === before.toString();
  } catch {
    // There is no prettier, or none that works: it was something else.
    return false;
  }
}
