import {
  GeneratorError,
  type ErrorDetail,
} from "../../base/diagnostics/error.ts";

/** Why nothing was written. */
export type OutputErrorCode =
  /** The output folder, or a part of its path, is a file. */
  | "not-a-folder"
  /** Files that mcp-gen did not write stand where it would write. */
  | "in-the-way"
  /** Generated files were edited since they were written. */
  | "edited"
  /** The folder's manifest cannot be read, or is not one. */
  | "broken-manifest"
  /** A path leads outside of the output folder, such as by a link. */
  | "unsafe-path"
  /** Two files would be one where case does not matter. */
  | "path-collision"
  /** The file system does not permit it. */
  | "not-permitted"
  /** No space is left. */
  | "no-space"
  /** Another run writes to the same folder. */
  | "busy"
  /** The file system failed for another reason, which `cause` tells. */
  | "not-written";

/** The output folder cannot be read or written as asked. */
export class OutputError extends GeneratorError<OutputErrorCode> {
  /** Tells it from other errors where `instanceof` cannot. */
  override readonly name = "OutputError";
  /** The paths that the error is about, where there are any, relative to the output folder. */
  readonly paths: readonly string[];

  constructor(
    code: OutputErrorCode,
    message: string,
    detail: ErrorDetail & { paths?: readonly string[] } = {},
  ) {
    super(code, message, detail);
    this.paths = detail.paths ?? [];
  }
}

/** Runs `action` and turns the errors of the file system into an `OutputError`. */
export function withOutputErrors<Result>(action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    throw isSystemError(error) ? fromSystemError(error) : error;
  }
}

/** Whether `error` comes from the operating system; with `code`, whether it is that one. */
export function isSystemError(
  error: unknown,
  ...codes: string[]
): error is NodeJS.ErrnoException & { code: string } {
  if (!(error instanceof Error) || !("syscall" in error)) return false;
  if (!("code" in error) || typeof error.code !== "string") return false;
  return codes.length === 0 || codes.includes(error.code);
}

function fromSystemError(
  error: NodeJS.ErrnoException & { code: string },
): OutputError {
  const place = error.path ?? "the output folder";
  const detail = { cause: error };
  switch (error.code) {
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return new OutputError(
        "not-permitted",
        `No permission for ${place} (${error.code})`,
        detail,
      );
    case "ENOSPC":
    case "EDQUOT":
      return new OutputError(
        "no-space",
        `No space left to write ${place} (${error.code})`,
        detail,
      );
    case "ENOTDIR":
    case "EEXIST":
      return new OutputError(
        "not-a-folder",
        `${place} is in the way, or not a folder (${error.code})`,
        detail,
      );
    default:
      return new OutputError(
        "not-written",
        `The output cannot be read or written: ${error.message}`,
        detail,
      );
  }
}
