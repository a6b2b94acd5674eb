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
  override readonly name: string = "GeneratorError";
  readonly code: Code;
  readonly hint: string | undefined;
  readonly diagnostics: readonly Diagnostic[];

  constructor(code: Code, message: string, detail: ErrorDetail = {}) {
    super(message, { cause: detail.cause });
    this.code = code;
    this.hint = detail.hint;
    this.diagnostics = detail.diagnostics ?? [];
  }
}

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
  override readonly name = "UsageError";
}

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
  override readonly name = "InputError";
}
