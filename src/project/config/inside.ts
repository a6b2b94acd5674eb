import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import {
  basename,
  dirname,
  isAbsolute,
  join,
  relative,
  resolve,
  sep,
} from "node:path";
import { InputError } from "../../base/diagnostics/error.ts";
import type { OutputConfig } from "./config.ts";
import { keptSchemas, lockPath, type LockedInput } from "./lock.ts";

/** The part of the file system that the paths of a project lead to. */
export interface ProjectBounds {
  /** The folder that no path leaves, links resolved: by default, that of the lock. */
  readonly root?: string;
  /** True if paths may leave it. */
  readonly allowOutside?: boolean;
}

/**
 * Returns the folder that the paths of a project stay in: the working directory, or the
 * folder of the lock if that lies elsewhere.
 */
export function projectRoot(folder: string, cwd: string): string {
  return isWithin(realPath(cwd), realPath(folder)) ? cwd : folder;
}

/** Path of a project, from the folder of its lock. */
export interface ProjectPath {
  readonly path: string;
  /** The description in messages: `the output`, `the schema`. */
  readonly what: string;
}

/**
 * Throws an `InputError` for a path that leaves the project, such as by `..` or by a link,
 * unless that is allowed. `file` names the file that has the path.
 */
export function assertInside(
  paths: readonly ProjectPath[],
  folder: string,
  file: string,
  { root = folder, allowOutside = false }: ProjectBounds = {},
): void {
  if (allowOutside) return;
  const real = realPath(root);
  const wrong = paths.find(
    ({ path }) => !isWithin(real, realPath(resolve(folder, path))),
  );
  if (wrong === undefined) return;
  throw new InputError(
    file === lockPath ? "invalid-lock" : "invalid-config",
    `${file}: ${wrong.what} ${JSON.stringify(wrong.path)} is outside of the project ${root}`,
    {
      hint: "choose a place inside; if you trust the file, add --allow-outside",
    },
  );
}

/** Returns the paths of an input that belongs to the project. */
export function localPaths({ kind, source, path }: LockedInput): ProjectPath[] {
  const isOwn = source === undefined && path !== undefined;
  return isOwn ? [{ path, what: `the input of kind ${kind}` }] : [];
}

/** Returns the folder of an output, and that of the schemas beside the lock. */
export function outPaths({ out }: Pick<OutputConfig, "out">): ProjectPath[] {
  return [
    { path: out, what: "the output" },
    { path: keptSchemas, what: "the folder of schemas" },
  ];
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way.split(sep)[0] !== ".." && !isAbsolute(way);
}

/** More links than these lead round in a circle. */
const maxLinks = 40;

/** Resolves the links of a path, of which the end need not exist. */
function realPath(path: string, links = 0): string {
  try {
    return realpathSync(path);
  } catch {
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
    if (isLink === true && links < maxLinks)
      return realPath(resolve(dirname(path), readlinkSync(path)), links + 1);
    const parent = dirname(path);
    return parent === path
      ? path
      : join(realPath(parent, links), basename(path));
  }
}
