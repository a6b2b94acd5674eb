import { schemaFolder } from "../layout.ts";
import type { Host } from "./host.ts";
import { fieldsOf, isObjectId, parseAnswer, unusable } from "./json.ts";
import { treeAt, type Tree } from "./tree.ts";

/** The files of a commit. */
export interface Listing {
  /** The ids of the files by their paths. */
  readonly files: ReadonlyMap<string, string>;
  /** Whether it has all files; else those where schemas may be. */
  readonly isWhole: boolean;
}

/** The files of a commit, as they are known, or as the API lists them. */
export async function filesAt(host: Host, commit: string): Promise<Listing> {
  const known = knownFiles(host, commit);
  if (known) return known;
  const listing = await listFiles(host, commit);
  const { files, isWhole } = listing;
  const text = JSON.stringify({ isWhole, files: [...files] });
  host.cache.set(keyOf(host, commit), text);
  return listing;
}

/** The files of a commit, if they were listed before: a commit never changes. */
export function knownFiles(host: Host, commit: string): Listing | undefined {
  const bytes = host.cache.get(keyOf(host, commit));
  if (!bytes) return undefined;
  // Another version may have kept it in another form.
  const { files, isWhole } = fieldsOf(parseAnswer("what is known", bytes));
  if (!Array.isArray(files) || typeof isWhole !== "boolean") return undefined;
  const isListed = files.every(
    (file: unknown) =>
      Array.isArray(file) && typeof file[0] === "string" && isObjectId(file[1]),
  );
  if (!isListed) return undefined;
  return { files: new Map(files as [string, string][]), isWhole };
}

function keyOf({ place }: Host, commit: string): string {
  return `files 1 ${place.url.href} ${commit}`;
}

/** All files at once, or where that is too much for the API, where schemas may be. */
async function listFiles(host: Host, commit: string): Promise<Listing> {
  const whole = await treeAt(host, commit, true);
  if (!whole.isTruncated) return { files: filesIn(whole, ""), isWhole: true };
  const root = await treeAt(host, commit, false);
  const schemas = root.entries.find(
    ({ path, kind }) => path === schemaFolder && kind === "folder",
  );
  if (!schemas)
    return { files: await filesBelow(host, root, ""), isWhole: false };
  const prefix = `${schemaFolder}/`;
  const below = await treeAt(host, schemas.id, true);
  const files = below.isTruncated
    ? await filesBelow(host, await treeAt(host, schemas.id, false), prefix)
    : filesIn(below, prefix);
  return { files, isWhole: false };
}

// More revisions than any protocol has, and more requests than anyone should send.
const maxFolders = 100;

/** The files of each folder in a folder. */
async function filesBelow(
  host: Host,
  parent: Tree,
  prefix: string,
): Promise<ReadonlyMap<string, string>> {
  const { name } = host.place;
  const folders = parent.entries.filter(({ kind }) => kind === "folder");
  if (parent.isTruncated || folders.length > maxFolders)
    throw unusable(`the files of ${name}`, "the list of them is cut off");
  const files = new Map<string, string>();
  for (const { path, id } of folders) {
    const folder = await treeAt(host, id, false);
    for (const [file, blob] of filesIn(folder, `${prefix}${path}/`))
      files.set(file, blob);
  }
  return files;
}

function filesIn({ entries }: Tree, prefix: string): Map<string, string> {
  const files = entries.filter(({ kind }) => kind === "file");
  return new Map(files.map(({ path, id }) => [`${prefix}${path}`, id]));
}
