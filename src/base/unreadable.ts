import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { suggest } from "./diagnostics/nearest.ts";
import { InputError } from "./diagnostics/error.ts";

/** The error for a file that the system does not let us read, with what to do about it. */
export function unreadableError(path: string, cause: unknown): InputError {
  const { reason, hint } = explain(path, cause);
  return new InputError("unreadable", `Cannot read ${path}: ${reason}`, {
    hint,
    cause,
  });
}

function explain(
  path: string,
  cause: unknown,
): { reason: string; hint?: string | undefined } {
  switch (codeOf(cause)) {
    case "ENOENT":
    case "ENOTDIR":
      return { reason: "there is no such file", hint: nearPath(path) };
    case "EISDIR":
      return { reason: "it is a folder", hint: pathWithin(path) };
    case "EACCES":
    case "EPERM":
      return { reason: "it may not be read", hint: "check its permissions" };
    default:
      return { reason: cause instanceof Error ? cause.message : String(cause) };
  }
}

function codeOf(cause: unknown): unknown {
  return cause instanceof Error && "code" in cause ? cause.code : undefined;
}

function nearPath(path: string): string {
  const folder = dirname(path);
  const names = namesIn(folder);
  if (names === undefined) return `there is no folder ${folder} either`;
  return (
    suggest(basename(path), names) ?? "a path counts from the working directory"
  );
}

function pathWithin(folder: string): string {
  const held = ["schema.ts", "protocol.json"].find((name) =>
    namesIn(folder)?.includes(name),
  );
  return held === undefined
    ? "give the path of a file in it"
    : `did you mean ${JSON.stringify(join(folder, held))}?`;
}

function namesIn(folder: string): string[] | undefined {
  try {
    return readdirSync(folder);
  } catch {
    return undefined;
  }
}
