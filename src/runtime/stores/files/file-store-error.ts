import { excerpt, KnownError } from "../../protocol/errors.ts";

/**
 * Error of a store's file that cannot be read, written or locked. The message says how to fix
 * it.
 */
export class FileStoreError extends KnownError {
  static override readonly kin: string = "mcp-gen:FileStoreError";
  /** Identifies the error if `instanceof` cannot. */
  override readonly name = "FileStoreError";
  /** Path of the file. */
  readonly path: string;

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`${path}: ${problem}`, options);
    this.path = path;
  }
}

/** Returns true for a system error with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  const code = codeOf(error);
  return code !== undefined && codes.includes(code);
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

const hints: Readonly<Record<string, string>> = {
  EACCES: "the user of this process has no permission for it",
  EPERM: "the user of this process has no permission for it",
  EROFS: "its file system can only be read",
  ENOSPC: "no space is left for it: nothing was changed",
  EDQUOT: "no space is left for it: nothing was changed",
  ENOTDIR: "a part of its path is a file, not a folder",
  EISDIR: "it is a folder: name a file in it",
  ELOOP: "its links lead to each other",
};

/** Wraps the error of a file operation, with a hint how to fix it. */
export function fileFailure(
  path: string,
  action: string,
  error: unknown,
): FileStoreError {
  if (error instanceof FileStoreError) return error;
  const code = codeOf(error);
  const reason =
    (code && hints[code]) ??
    excerpt(error instanceof Error ? error.message : String(error));
  const told = code === undefined ? reason : `${reason} (${code})`;
  return new FileStoreError(path, `${action}: ${told}`, { cause: error });
}
