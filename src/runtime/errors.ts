import type { ErrorObject } from "./message.ts";
import type { Issue } from "./protocol-table.ts";

/** The codes that JSON-RPC 2.0 reserves. */
export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;

/** What a call rejects with: `kind` tells which it is. */
export type CallError =
  | TransportError
  | ProtocolError
  | TimeoutError
  | CancelledError
  | InvalidMessageError;

/** An error that travels: a handler throws it, and a call rejects with it. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
  readonly kind = "protocol";
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** The connection is closed, or could not be opened. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  readonly kind = "transport";
}

/** The peer did not answer in time. */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
  readonly kind = "timeout";
}

/** The call was cancelled by its caller. */
export class CancelledError extends Error {
  override readonly name = "CancelledError";
  readonly kind = "cancelled";
}

/** A message is not what the protocol allows: most often the peer's. */
export class InvalidMessageError extends Error {
  override readonly name = "InvalidMessageError";
  readonly kind = "invalid";
  /** Where in the message, as far as it is known. */
  readonly path: readonly (string | number)[];

  constructor(
    message: string,
    path: readonly (string | number)[] = [],
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.path = path;
  }
}

/** The error object of an answer: an exception's own text stays at home. */
export function toErrorObject(error: unknown): ErrorObject {
  if (!(error instanceof ProtocolError) || !Number.isInteger(error.code))
    return { code: INTERNAL_ERROR, message: "Internal error" };
  const { code, message, data } = error;
  return data === undefined ? { code, message } : { code, message, data };
}

/** `arguments.name: expected a string, found number` */
export function describeIssue(issue: Issue): string {
  const { path, message } = issue;
  if (path.length === 0) return message;
  // A key of the peer's making breaks no line of a log.
  return `${JSON.stringify(path.join(".")).slice(1, -1)}: ${message}`;
}

export function toError(value: unknown): Error {
  return value instanceof Error ? value : new Error(String(value));
}

/** What hears errors may not make more of them: what it throws is printed. */
export function reporter(
  onError: (error: Error) => void = console.error,
): (error: Error) => void {
  return (error) => {
    try {
      onError(error);
    } catch (failure) {
      console.error(failure);
    }
  };
}
