import { schemaFolder } from "../layout.ts";
import { notPublished } from "../not-published.ts";
import type { RepositoryPlace } from "../place.ts";
import type { Api } from "./client.ts";
import { fieldsOf, isObjectId, parseAnswer, unusable } from "./json.ts";

/** The ids of files by their paths. */
export type Listing = ReadonlyMap<string, string>;

interface Tree {
  readonly entries: readonly Entry[];
  readonly isTruncated: boolean;
}

interface Entry {
  readonly path: string;
  readonly kind: "file" | "folder";
  readonly id: string;
}

// The API cuts off what is longer than 100,000 entries or 7 MB, which is less than this as JSON.
const maxBytes = 48 * 1024 * 1024;

/**
 * The files of a commit. Where the API does not list all at once, those in the schema folder
 * and in the folders of the root, one folder after the other.
 */
export async function filesAt(
  api: Api,
  place: RepositoryPlace,
  commit: string,
): Promise<Listing> {
  const whole = await treeAt(api, place, commit, true);
  if (!whole.isTruncated) return filesIn(whole, "");
  const root = await treeAt(api, place, commit, false);
  const folder = root.entries.find(
    ({ path, kind }) => path === schemaFolder && kind === "folder",
  );
  if (!folder) return filesIn(root, "");
  const below = await treeAt(api, place, folder.id, true);
  if (below.isTruncated)
    throw unusable(place.name, "the list of its schemas is cut off");
  return filesIn(below, `${schemaFolder}/`);
}

function filesIn({ entries }: Tree, prefix: string): Listing {
  const files = entries.filter(({ kind }) => kind === "file");
  return new Map(files.map(({ path, id }) => [`${prefix}${path}`, id]));
}

async function treeAt(
  api: Api,
  place: RepositoryPlace,
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
function entryOf(value: unknown): Entry[] {
  const { path, type, mode, sha } = fieldsOf(value);
  if (typeof path !== "string" || !isObjectId(sha)) return [];
  if (type === "tree") return [{ path, kind: "folder", id: sha }];
  const isFile = type === "blob" && mode !== "120000";
  return isFile ? [{ path, kind: "file", id: sha }] : [];
}
