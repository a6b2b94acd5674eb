import type { Diagnostic } from "./diagnostic.ts";

export interface ErrorDetail {
  /** How to mend it. */
  hint?: string | undefined;
  /** What was found in the input, warnings included. */
  diagnostics?: readonly Diagnostic[];
  /** What differs from what was expected, over several lines. */
  diff?: string | undefined;
  cause?: unknown;
}

/** What every error that mcp-gen throws on purpose has in common. */
export class GeneratorError<Code extends string = string> extends Error {
  /** Tells it from other errors where `instanceof` cannot. */
  override readonly name: string = "GeneratorError";
  /** Which error it is, for programs. */
  readonly code: Code;
  /** What may help. */
  readonly hint: string | undefined;
  /** What was found in the input. */
  readonly diagnostics: readonly Diagnostic[];
  /** What differs from what was expected, over several lines. */
  readonly diff: string | undefined;

  constructor(code: Code, message: string, detail: ErrorDetail = {}) {
    super(message, { cause: detail.cause });
    this.code = code;
    // An empty hint is none.
    this.hint = detail.hint === "" ? undefined : detail.hint;
    this.diagnostics = detail.diagnostics ?? [];
    this.diff = detail.diff;
  }
}

/** What is wrong with how the generator was called. */
export type UsageErrorCode =
  /** Nothing was named: no revision and no schema, or no server for `dev`. */
  | "nothing-to-do"
  /** No bundled revision has this id. */
  | "unknown-revision"
  /** A revision was named twice. */
  | "duplicate-revision"
  /** The id cannot be the name of a folder. */
  | "unsafe-revision"
  /** What is to identify an extension cannot, or is that of another. */
  | "invalid-extension"
  /** No bundled extension has this identifier or name. */
  | "unknown-extension"
  /** Two extensions have one name, or one was named twice. */
  | "duplicate-extension"
  /** Schemas and revisions do not come in pairs. */
  | "unpaired-schema"
  /** No method, type or constant has this name. */
  | "unknown-subject"
  /** An option does not exist, or has a value that it does not take. */
  | "invalid-option"
  /** `call` finds no server by this name, or cannot start it. */
  | "unknown-server"
  /** The method is nearly one that there is, or belongs to the opening of a connection. */
  | "unknown-method"
  /** The server lists no such tool or prompt. */
  | "unknown-tool"
  /** The tool or method has no argument of this name. */
  | "unknown-argument"
  /** An argument that is required was not given. */
  | "missing-argument"
  /** The value of an argument does not fit its schema. */
  | "invalid-argument";

/** What was asked for makes no sense; nothing has been read or written. */
export class UsageError extends GeneratorError<UsageErrorCode> {
  /** Tells it from other errors where `instanceof` cannot. */
  override readonly name = "UsageError";
}

/** What is wrong with what the generator was given. */
export type InputErrorCode =
  /** A file cannot be read: it is not there, or there is no permission. */
  | "unreadable"
  /** An address did not answer, or answered with an error. */
  | "fetch-failed"
  /** Nobody answers: no network, no answer in time, or a lost connection. */
  | "unreachable"
  /** A code host takes no more requests until a time that the message names. */
  | "rate-limited"
  /** What was asked for is not published there. */
  | "not-published"
  /** The bytes are not those that their digest was taken of. */
  | "digest-mismatch"
  /** The input is larger than what is read. */
  | "too-large"
  /** The text is not UTF-8. */
  | "not-utf8"
  /** The schema.ts has errors, which `diagnostics` tells. */
  | "invalid-schema"
  /** What was read is not a `protocol.json`. */
  | "invalid-model"
  /** The file of facts does not have the format of facts. */
  | "invalid-facts"
  /** A configuration, such as `mcp-gen.config.ts`, `mcp.json` or `package.json`, cannot be understood. */
  | "invalid-config"
  /** The lock file cannot be understood. */
  | "invalid-lock"
  /** The configuration wants something else than the lock file says. */
  | "lock-mismatch"
  /** A snapshot, or a description of a server or of schemas, cannot be understood. */
  | "invalid-description";

/** An input cannot be read or understood; nothing has been written. */
export class InputError extends GeneratorError<InputErrorCode> {
  /** Tells it from other errors where `instanceof` cannot. */
  override readonly name = "InputError";
}
