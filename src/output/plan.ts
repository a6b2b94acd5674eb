import { sha256 } from "../digest.ts";
import type { EmittedFile } from "../emit/index.ts";
import { byCodeUnit } from "../order.ts";
import { OutputError, withOutputErrors } from "./error.ts";
import {
  entryReader,
  openFolder,
  type FolderEntry,
  type Folder,
} from "./folder.ts";
import {
  manifestPath,
  parseManifest,
  printManifest,
  type EarlierManifest,
  type ManifestInput,
} from "./manifest.ts";
import { assertSafePaths, isHidden } from "./path.ts";
import { isInterrupted } from "./staging.ts";

/** What goes into the manifest beside the files. */
export interface ManifestInputs {
  generator: string;
  runtime?: string;
  inputs: ManifestInput[];
}

/**
 * How a file in the folder stands to what was emitted. `unexpected`: an earlier run
 * wrote it, and it is no longer emitted. `edited`: an earlier run wrote it, someone has
 * changed it since, and it would be replaced or removed. `kept`: the manifest names it,
 * and it is none that mcp-gen writes. `blocked`: something that mcp-gen has not written
 * is in its place.
 */
export type FileStatus =
  | "unchanged"
  | "changed"
  | "missing"
  | "unexpected"
  | "edited"
  | "kept"
  | "blocked";

export interface PlannedFile {
  path: string;
  status: FileStatus;
  /** What the file shall hold; absent when it shall be removed, or stay as it is. */
  after?: Buffer;
  /** What the file holds. */
  before?: Buffer;
  /** The path of what is in the way of a blocked file: itself, or a folder above it. */
  by?: string;
}

/** What has to happen in the output folder; the manifest is the last file. */
export interface OutputPlan extends Folder {
  files: PlannedFile[];
  /** Whether an earlier run was stopped while it moved its files into place. */
  interrupted: boolean;
}

/**
 * Compares the emitted files with the output folder, and changes nothing.
 * Throws an `OutputError` when the folder, its manifest or an emitted path is unfit.
 */
export function planOutput(
  out: string,
  files: readonly EmittedFile[],
  inputs: ManifestInputs,
): OutputPlan {
  assertSafePaths([...files.map((file) => file.path), manifestPath]);
  return withOutputErrors(() => {
    const folder = openFolder(out);
    const read = entryReader(folder.root);
    const { files: known } = earlierManifest(read(manifestPath));
    const sorted = [...files].sort((a, b) => byCodeUnit(a.path, b.path));
    const planned = sorted.map(({ path, text }) =>
      comparePath(path, Buffer.from(text), read(path), known.get(path)),
    );
    const unexpected = planRemovals(known, new Set(pathsOf(files)), read);
    const manifest = planManifest(planned, inputs, read(manifestPath));
    const interrupted = isInterrupted(folder.root);
    return {
      ...folder,
      files: [...planned, ...unexpected, manifest],
      interrupted,
    };
  });
}

function pathsOf(files: readonly EmittedFile[]): string[] {
  return files.map((file) => file.path);
}

/** What the manifest of an output folder says, if there is one. Throws an `OutputError`. */
export function readManifest(out: string): EarlierManifest {
  return withOutputErrors(() => {
    const { root } = openFolder(out);
    return earlierManifest(entryReader(root)(manifestPath));
  });
}

function earlierManifest(entry: FolderEntry): EarlierManifest {
  switch (entry.kind) {
    case "absent":
      return { files: new Map() };
    case "file":
      return parseManifest(entry.bytes.toString("utf8"));
    case "blocked":
      throw new OutputError("in-the-way", `${manifestPath} is not a file`, {
        paths: [manifestPath],
      });
  }
}

function comparePath(
  path: string,
  after: Buffer,
  entry: FolderEntry,
  digest: string | undefined,
): PlannedFile {
  switch (entry.kind) {
    case "absent":
      return { path, status: "missing", after };
    case "blocked":
      return { path, status: "blocked", after, by: entry.by };
    case "file": {
      const before = entry.bytes;
      if (before.equals(after)) {
        return { path, status: "unchanged", after, before };
      }
      if (digest === undefined)
        return { path, status: "blocked", after, before, by: path };
      const status = isAsWritten(before, digest) ? "changed" : "edited";
      return { path, status, after, before };
    }
  }
}

function planRemovals(
  known: ReadonlyMap<string, string>,
  emitted: ReadonlySet<string>,
  read: (path: string) => FolderEntry,
): PlannedFile[] {
  const gone = [...known].filter(
    ([path]) => !emitted.has(path) && path !== manifestPath,
  );
  const sorted = gone.sort(([a], [b]) => byCodeUnit(a, b));
  return sorted.flatMap(([path, digest]): PlannedFile[] => {
    const entry = read(path);
    if (entry.kind !== "file") return [];
    const status = removalStatus(path, digest, entry.bytes);
    return [{ path, status, before: entry.bytes }];
  });
}

/** A manifest may be wrong: only what it describes is ours. */
function removalStatus(
  path: string,
  digest: string,
  bytes: Buffer,
): FileStatus {
  if (isHidden(path)) return "kept";
  return isAsWritten(bytes, digest) ? "unexpected" : "edited";
}

/** Whether a file is what an earlier run wrote, also where a checkout gave it other line ends. */
function isAsWritten(bytes: Buffer, digest: string): boolean {
  if (sha256(bytes) === digest) return true;
  if (!bytes.includes("\r\n")) return false;
  const text = bytes.toString("latin1").replaceAll("\r\n", "\n");
  return sha256(Buffer.from(text, "latin1")) === digest;
}

function planManifest(
  files: readonly PlannedFile[],
  inputs: ManifestInputs,
  entry: FolderEntry,
): PlannedFile {
  const digests = new Map<string, string>();
  for (const { path, after } of files) {
    if (after !== undefined) digests.set(path, sha256(after));
  }
  const text = printManifest({ formatVersion: 1, ...inputs, files: digests });
  const after = Buffer.from(text);
  const before = entry.kind === "file" ? sha256(entry.bytes) : undefined;
  return comparePath(manifestPath, after, entry, before);
}
