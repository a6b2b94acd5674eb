import { posix } from "node:path";
import { byCodeUnit } from "../../base/order.ts";
import type { PublishedSchema } from "./upstream.ts";

/** The folder that has one folder for each revision; where there is none, the root has them. */
export const schemaFolder = "schema";

/** A path of a file in an upstream, as far as it could be that of a schema. */
const schemaPath = /^(?:schema\/)?([A-Za-z0-9][A-Za-z0-9._-]*)\/schema\.ts$/;

/** The revisions among these paths: those in the schema folder, else those at the root. */
export function publishedSchemas(
  paths: Iterable<string>,
  blobs: ReadonlyMap<string, string> = new Map(),
): readonly PublishedSchema[] {
  const inFolder: PublishedSchema[] = [];
  const atRoot: PublishedSchema[] = [];
  for (const path of paths) {
    const id = schemaPath.exec(path)?.[1];
    if (id === undefined || id.endsWith(".")) continue;
    const isInFolder = path.split("/").length === 3;
    const blob = blobs.get(path);
    const schema = { id, path, ...(blob !== undefined && { blob }) };
    (isInFolder ? inFolder : atRoot).push(schema);
  }
  const found = inFolder.length > 0 ? inFolder : atRoot;
  return found.sort((left, right) => byCodeUnit(left.id, right.id));
}

/** Where the schema of a revision lies behind an address that cannot list what it has. */
export function unlistedPath(id: string): string {
  return `${id}/schema.ts`;
}

/** The revision whose schema a path is: the name of the folder that the file is in. */
export function idOf(path: string): string {
  return posix.basename(posix.dirname(path));
}

/** Whether a path stays in its upstream, and is spelled in the one way that a repository spells it. */
export function isInner(path: string): boolean {
  const parts = path.split("/");
  const isPlain = (part: string): boolean =>
    part !== "" && part !== "." && part !== "..";
  // A backslash separates on some systems.
  return parts.every(isPlain) && !/[\\\u0000-\u001f\u007f]/.test(path);
}
