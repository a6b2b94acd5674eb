import { isAbsolute, relative, resolve, sep } from "node:path";
import { InputError } from "../../base/diagnostics/error.ts";

/**
 * A path as the lock has it: from `folder`, with `/`, the same on every machine. Throws an
 * `InputError` for one that has no way from there: another drive.
 */
export function portablePath(folder: string, path: string): string {
  const way = relative(folder, resolve(folder, path));
  if (isAbsolute(way))
    throw new InputError(
      "invalid-config",
      `There is no way from ${folder} to ${path}`,
      { hint: "choose a folder on the same drive" },
    );
  return way === "" ? "." : way.split(sep).join("/");
}

/** What is wrong with a path of a lock; undefined where nothing is. */
export function portableProblem(path: string): string | undefined {
  if (path.includes("\\")) return "must not have a backslash";
  if (path.includes("\0")) return "must not have a NUL character";
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path))
    return "must not be absolute";
  return undefined;
}

/** Like `portableProblem`, for a path that must not leave where it begins. */
export function insideProblem(path: string): string | undefined {
  const problem = portableProblem(path);
  if (problem !== undefined) return problem;
  const wrong = path.split("/").find((one) => ["", ".", ".."].includes(one));
  return wrong === undefined
    ? undefined
    : `must not have the segment ${JSON.stringify(wrong)}`;
}
