import type { Diagnostic } from "./diagnostic.ts";

export interface ErrorDetail {
  /** How to mend it. */
  hint?: string | undefined;
  /** What was found in the input, warnings included. */
  diagnostics?: readonly Diagnostic[];
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

  constructor(code: Code, message: string, detail: ErrorDetail = {}) {
    super(message, { cause: detail.cause });
    this.code = code;
    this.hint = detail.hint;
    this.diagnostics = detail.diagnostics ?? [];
  }
}

/** What is wrong with how the generator was called. */
export type UsageErrorCode =
  | "nothing-to-do"
  | "unknown-revision"
  | "duplicate-revision"
  | "unsafe-revision"
  | "unpaired-schema"
  | "unknown-subject"
  | "invalid-option"
  | "unknown-server"
  | "unknown-method"
  | "unknown-tool"
  | "unknown-argument"
  | "missing-argument"
  | "invalid-argument";

/** What was asked for makes no sense; nothing has been read or written. */
export class UsageError extends GeneratorError<UsageErrorCode> {
  /** Tells it from other errors where `instanceof` cannot. */
  override readonly name = "UsageError";
}

/** What is wrong with what the generator was given. */
export type InputErrorCode =
  | "unreadable"
  | "fetch-failed"
  | "too-large"
  | "not-utf8"
  | "invalid-schema"
  | "invalid-model"
  | "invalid-facts"
  | "invalid-config";

/** An input cannot be read or understood; nothing has been written. */
export class InputError extends GeneratorError<InputErrorCode> {
  /** Tells it from other errors where `instanceof` cannot. */
  override readonly name = "InputError";
}
