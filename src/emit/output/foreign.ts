import { readdirSync, type Dirent } from "node:fs";
import { join } from "node:path";
import { byCodeUnit } from "../../base/order.ts";
import { isSystemError } from "./error.ts";
import type { OutputPlan } from "./plan.ts";

/**
 * The files that lie in folders of generated files and that no run has written, such
 * as a revision's folder. Nothing removes them. The output folder itself may be shared.
 */
export function foreignFiles({ root, files }: OutputPlan): string[] {
  const known = new Set(files.map(({ path }) => path));
  const folders = new Set(
    [...known].filter((path) => path.includes("/")).map(topFolder),
  );
  return [...folders]
    .flatMap((folder) => filesBelow(root, folder))
    .filter((path) => !known.has(path))
    .sort(byCodeUnit);
}

function topFolder(path: string): string {
  return path.slice(0, path.indexOf("/"));
}

/** Links are named and not followed; hidden files are the business of other programs. */
function filesBelow(root: string, folder: string): string[] {
  return readFolder(join(root, folder)).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.name.startsWith(".")) return [];
    return entry.isDirectory() ? filesBelow(root, path) : [path];
  });
}

function readFolder(place: string): Dirent[] {
  try {
    return readdirSync(place, { withFileTypes: true });
  } catch (error) {
    // A folder that is missing, or a file in its place, the plan tells of.
    if (isSystemError(error, "ENOENT", "ENOTDIR")) return [];
    throw error;
  }
}
