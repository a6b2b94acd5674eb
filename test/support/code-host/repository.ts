import { createHash } from "node:crypto";
import { blobId } from "../../../src/project/upstream/blob-id.ts";

/** The files of a commit, by their paths. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A commit, as the stand-in keeps it. */
export interface Commit {
  readonly sha: string;
  readonly message: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The paths that it changed. */
  readonly changed: readonly string[];
}

/** An entry of a tree, as the API lists it. */
export interface TreeEntry {
  readonly path: string;
  readonly mode: "100644" | "040000";
  readonly type: "blob" | "tree";
  readonly sha: string;
  readonly size?: number;
}

/** A repository in memory: a line of commits, with the ids that git would give. */
export interface Repository {
  /** Oldest first. */
  readonly commits: Commit[];
  /** Adds a commit that changes these files; what is undefined is removed. */
  commit(
    changes: Readonly<Record<string, string | Uint8Array | undefined>>,
    message?: string,
  ): Commit;
}

/** An empty repository. */
export function createRepository(): Repository {
  const commits: Commit[] = [];
  return {
    commits,
    commit(changes, message = `Change ${commits.length + 1}`) {
      const files = new Map(commits.at(-1)?.files);
      for (const [path, content] of Object.entries(changes)) {
        if (content === undefined) files.delete(path);
        else files.set(path, Buffer.from(content));
      }
      const parent = commits.at(-1)?.sha ?? "";
      const sha = createHash("sha1")
        .update(`${treeOf(files).sha} ${parent} ${message}`)
        .digest("hex");
      const commit = { sha, message, files, changed: Object.keys(changes) };
      commits.push(commit);
      return commit;
    },
  };
}

/** A folder of a commit, with the id that git gives it. */
export interface Tree {
  readonly sha: string;
  readonly entries: readonly TreeEntry[];
}

/** A folder of a commit; paths count from it. With `deep` also what is below its folders. */
export function treeOf(
  files: ReadonlyMap<string, Uint8Array>,
  folder = "",
  deep = false,
): Tree {
  const prefix = folder === "" ? "" : `${folder}/`;
  const names = [...files.keys()]
    .filter((path) => path.startsWith(prefix))
    .map((path) => path.slice(prefix.length).split("/")[0] ?? "");
  const hash = createHash("sha1");
  const entries: TreeEntry[] = [];
  for (const name of [...new Set(names)].sort()) {
    const bytes = files.get(prefix + name);
    const below = bytes ? undefined : treeOf(files, prefix + name, deep);
    const entry = bytes ? fileEntry(name, bytes) : folderEntry(name, below);
    hash.update(`${entry.mode} ${name}\0${entry.sha}`);
    entries.push(entry);
    if (!deep || !below) continue;
    for (const inner of below.entries)
      entries.push({ ...inner, path: `${name}/${inner.path}` });
  }
  return { sha: hash.digest("hex"), entries };
}

function fileEntry(path: string, bytes: Uint8Array): TreeEntry {
  const sha = blobId(bytes);
  return { path, mode: "100644", type: "blob", sha, size: bytes.byteLength };
}

function folderEntry(path: string, tree?: Tree): TreeEntry {
  return { path, mode: "040000", type: "tree", sha: tree?.sha ?? "" };
}
