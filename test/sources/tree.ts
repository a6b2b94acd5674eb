import { readdirSync, readFileSync } from "node:fs";
import { join, posix, sep } from "node:path";
import { readSource, type SourceFile } from "./source-file.ts";

/** The files of a folder, or of an example that a test makes up. */
export type SourceTree = readonly SourceFile[];

/** The TypeScript below a folder. */
export function readTree(root: string): SourceTree {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => {
      const text = readFileSync(join(root, name), "utf8");
      return readSource(name.split(sep).join(posix.sep), text);
    });
}

/** A tree of made-up files, by their paths. */
export function treeOf(files: Readonly<Record<string, string>>): SourceTree {
  return Object.entries(files).map(([path, text]) => readSource(path, text));
}

/** What lies in some folders, at any depth. */
export function inside(
  tree: SourceTree,
  folders: readonly string[],
): SourceTree {
  return tree.filter(({ path }) => folders.some((one) => isWithin(path, one)));
}

/** What lies elsewhere. */
export function outside(
  tree: SourceTree,
  folders: readonly string[],
): SourceTree {
  return tree.filter(({ path }) => !folders.some((one) => isWithin(path, one)));
}

export function isWithin(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`);
}
