import type { EmittedFile } from "../emit/index.ts";
import { sha256 } from "../base/digest.ts";
import {
  attributesFile,
  compareFiles,
  readManifest,
  writeFiles,
  type CheckedFile,
  type FolderContent,
  type GeneratedFile,
  type Made,
} from "../emit/output/index.ts";
import { packageVersion } from "../base/package.ts";

/** A folder that is made of a description, as it is to be. */
export interface Described {
  readonly files: readonly EmittedFile[];
  /** The command, and its options that are not as by default: a later run keeps them. */
  readonly made: Made;
  /** Where it imports the runtime from, where it does. */
  readonly runtime?: string;
  /** What it was made of: the text of a snapshot, or of another file. */
  readonly source: DescribedSource;
}

/** What a folder was made of. */
export interface DescribedSource {
  readonly kind: "description" | "schemas";
  /** In its canonical form, so that the layout of the file does not count. */
  readonly text: string;
}

/** How a folder stands to what it is to be. */
export interface DescribedCheck {
  /** Whether it is that, to the letter. */
  readonly fresh: boolean;
  /** Whether a run was stopped while it moved its files: the next one mends it. */
  readonly interrupted: boolean;
  /** Each file, with a unified diff where it differs. */
  readonly files: readonly CheckedFile[];
}

/**
 * Writes a folder: all of its files or none, and nothing where they are so. With `force`,
 * files are replaced that someone has edited. Throws an `OutputError`, also where the folder
 * is what another command has written.
 */
export async function writeDescribed(
  out: string,
  described: Described,
  { force = false }: { readonly force?: boolean } = {},
): Promise<GeneratedFile[]> {
  return writeFiles(out, contentOf(described), { force });
}

/** Compares a folder with what it is to be, and writes nothing. Throws an `OutputError`. */
export async function checkDescribed(
  out: string,
  described: Described,
): Promise<DescribedCheck> {
  const { fresh, interrupted, files } = await compareFiles(
    out,
    contentOf(described),
  );
  return { fresh, interrupted, files };
}

/**
 * What the manifest of a folder says that later runs keep; undefined where there is none
 * that the command has written. Throws an `OutputError` for a broken manifest.
 */
export function keptOf(
  out: string,
  by: Made["by"],
): { options: Made["options"]; runtime?: string } | undefined {
  const { made, runtime } = readManifest(out);
  if (made?.by !== by) return undefined;
  return { options: made.options, ...(runtime !== undefined && { runtime }) };
}

function contentOf({ files, made, runtime, source }: Described): FolderContent {
  const { kind, text } = source;
  return {
    files: [...files, attributesFile(files)],
    manifest: {
      generator: packageVersion(),
      ...(runtime !== undefined && { runtime }),
      made,
      inputs: [{ kind, sha256: sha256(text) }],
    },
  };
}
