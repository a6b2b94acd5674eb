import { OutputError } from "./error.ts";

/** What is wrong with a path inside the output folder, or undefined when it is safe. */
export function pathProblem(path: string): string | undefined {
  if (path === "") return "is empty";
  if (path.includes("\\")) return "has a backslash";
  if (path.includes("\0")) return "has a NUL character";
  // A colon starts a drive letter or a stream on Windows.
  if (path.includes(":")) return "has a colon";
  if (path.startsWith("/")) return "is absolute";
  const wrong = path.split("/").find(isUnsafeSegment);
  return wrong === undefined ? undefined : `has the segment "${wrong}"`;
}

/** The one hidden file that mcp-gen writes, and only at the top of the output folder. */
export const attributesPath = ".gitattributes";

/** Whether a path is hidden, or lies in a hidden folder: no such file is ours but one. */
export function isHidden(path: string): boolean {
  if (path === attributesPath) return false;
  return path.split("/").some((segment) => segment.startsWith("."));
}

function isUnsafeSegment(segment: string): boolean {
  return segment === "" || segment === "." || segment === "..";
}

/**
 * Checks that every path stays inside the output folder and that no two are one
 * file, also where the file system ignores case. Throws an `OutputError`.
 */
export function assertSafePaths(paths: readonly string[]): void {
  const seen = new Map<string, string>();
  for (const path of paths) {
    const problem = pathProblem(path);
    if (problem !== undefined) throw unsafePath(path, problem);
    const key = path.toLowerCase();
    const other = seen.get(key);
    if (other !== undefined) throw collision(other, path);
    seen.set(key, path);
  }
}

function unsafePath(path: string, problem: string): OutputError {
  return new OutputError("unsafe-path", `The path "${path}" ${problem}`, {
    paths: [path],
  });
}

function collision(first: string, second: string): OutputError {
  return new OutputError(
    "path-collision",
    `"${first}" and "${second}" would be one file where case does not matter`,
    { paths: [first, second] },
  );
}
