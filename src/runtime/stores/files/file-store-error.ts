import { excerpt, KnownError } from "../../protocol/errors.ts";

/** The file of a store cannot be read, written or locked: the message says how that is mended. */
export class FileStoreError extends KnownError {
  static override readonly kin: string = "mcp-gen:FileStoreError";
  /** Tells it from other errors where `instanceof` cannot. */
  override readonly name = "FileStoreError";
  /** The file that it is about. */
  readonly path: string;

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`${path}: ${problem}`, options);
    this.path = path;
  }
}

/** Whether an error is the system's, with one of these codes. */
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
  ENOTDIR: "a part of its path is a file, and no folder",
  EISDIR: "it is a folder: name a file in it",
  ELOOP: "its links lead to each other",
};

/** What failed of a file, said for whoever can mend it. */
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
