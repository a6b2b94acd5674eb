import { notPublished } from "../not-published.ts";
import type { Host } from "./host.ts";
import { fieldsOf, isObjectId, parseAnswer, unusable } from "./json.ts";

/** A folder of a commit. */
export interface Tree {
  readonly entries: readonly TreeEntry[];
  /** Whether the API has left out some of them. */
  readonly isTruncated: boolean;
}

/** A file or a folder of a tree. */
export interface TreeEntry {
  /** From the folder that was asked for. */
  readonly path: string;
  readonly kind: "file" | "folder";
  readonly id: string;
}

// The API cuts off what has more than 100,000 entries or 7 MB, which is less than this as JSON.
const maxBytes = 48 * 1024 * 1024;

/** The folder with this id, or the root of this commit; with `deep` also all that is below it. */
export async function treeAt(
  { place, api }: Host,
  id: string,
  deep: boolean,
): Promise<Tree> {
  const answer = await api({
    path: `/git/trees/${id}`,
    query: deep ? { recursive: "1" } : {},
    accept: "application/vnd.github+json",
    maxBytes,
  });
  const what = `the files of ${place.name}`;
  if (answer.status !== 200) throw notPublished(place.name, `commit ${id}`);
  const { tree, truncated } = fieldsOf(parseAnswer(what, answer.body));
  if (!Array.isArray(tree)) throw unusable(what, "the answer has no tree");
  return { entries: tree.flatMap(entryOf), isTruncated: truncated === true };
}

/** An entry that is a file or a folder: no link, and no other repository. */
function entryOf(value: unknown): TreeEntry[] {
  const { path, type, mode, sha } = fieldsOf(value);
  if (typeof path !== "string" || !isObjectId(sha)) return [];
  if (type === "tree") return [{ path, kind: "folder", id: sha }];
  const isFile = type === "blob" && mode !== "120000";
  return isFile ? [{ path, kind: "file", id: sha }] : [];
}
