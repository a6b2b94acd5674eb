import { basename, dirname } from "node:path";
import type { EmittedFile } from "../../emit/index.ts";
import {
  generatedFile,
  isUpToDate,
  planFiles,
  recoverOutput,
  unifiedDiffs,
  withOutputLock,
  writeOutput,
  type CheckedFile,
  type GeneratedFile,
  type OutputPlan,
} from "../../emit/output/index.ts";
import { isAsSealed } from "./seal.ts";

/** A module that stands alone among the files of a project. */
export interface LoneModule {
  /** The folder that it lies in. */
  readonly folder: string;
  /** Its files, each sealed: one of TypeScript, or two of JavaScript. */
  readonly files: readonly EmittedFile[];
}

/** How a module stands to what it is to be. */
export interface LoneModuleCheck {
  /** Whether it is that. */
  readonly fresh: boolean;
  /** Each file, with a unified diff where it differs. */
  readonly files: readonly CheckedFile[];
}

/** The folder of a file, and the path of its module in it: `src/schemas.ts` is `schemas`. */
export function placeOf(file: string): { folder: string; path: string } {
  return {
    folder: dirname(file),
    path: basename(file).replace(/\.[jt]s$/, ""),
  };
}

/**
 * Writes a module: all of its files or none, and nothing where they are so. With `force`,
 * files are replaced that someone has edited. Throws an `OutputError`, also where a file is
 * there that mcp-gen has not written.
 */
export async function writeModule(
  module: LoneModule,
  { force = false }: { readonly force?: boolean } = {},
): Promise<GeneratedFile[]> {
  const { folder } = module;
  const seen = plan(module);
  const { files } = isUpToDate(seen)
    ? seen
    : await withOutputLock(folder, () => {
        recoverOutput(folder);
        // Another run may have been at work until now.
        const planned = plan(module);
        writeOutput(planned, { force });
        return planned;
      });
  return files.map(generatedFile);
}

/** Compares a module with what it is to be, and writes nothing. Throws an `OutputError`. */
export async function checkModule(
  module: LoneModule,
): Promise<LoneModuleCheck> {
  const planned = plan(module);
  const diffs = await unifiedDiffs(planned);
  const files = planned.files.map(({ path, status }): CheckedFile => {
    const diff = diffs.get(path);
    return { path, status, ...(diff !== undefined && { diff }) };
  });
  return {
    fresh: files.every(({ status }) => status === "unchanged"),
    files,
  };
}

/** No manifest describes its files: they tell themselves whether they are as they were written. */
function plan({ folder, files }: LoneModule): OutputPlan {
  const texts = new Map(
    files.map(({ path, text }) => [path, Buffer.from(text)]),
  );
  const planned = planFiles(folder, texts, new Map());
  return { ...planned, files: planned.files.map(withOwner) };
}

type PlannedFile = OutputPlan["files"][number];

function withOwner(file: PlannedFile): PlannedFile {
  const { path, before, status } = file;
  if (status !== "changed" || before === undefined) return file;
  const text = before.toString();
  switch (isAsSealed(text)) {
    case true:
      return file;
    case false:
      return { ...file, status: "edited" };
    case undefined:
      return { ...file, status: "blocked", by: path };
  }
}
