// The runtime of mcp-gen 0.1.0.

import type { ErrorObject } from "./message.js";
import type { Issue } from "./protocol-table.js";

/** The codes that JSON-RPC 2.0 reserves. */
export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;

/** An error that travels: a handler throws it, and a call rejects with it. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
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
}

/** The peer did not answer in time. */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
}

/** The call was cancelled by its caller. */
export class CancelledError extends Error {
  override readonly name = "CancelledError";
}

/** The peer sent what the protocol does not allow. */
export class InvalidMessageError extends Error {
  override readonly name = "InvalidMessageError";
  /** Where in the message, as far as it is known. */
  readonly path: readonly (string | number)[];

  constructor(message: string, path: readonly (string | number)[] = []) {
    super(message);
    this.path = path;
  }
}

/** The error object of an answer: an exception's own text stays at home. */
export function toErrorObject(error: unknown): ErrorObject {
  if (!(error instanceof ProtocolError)) {
    return { code: INTERNAL_ERROR, message: "Internal error" };
  }
  const { code, message, data } = error;
  return data === undefined ? { code, message } : { code, message, data };
}

/** `arguments.name: expected a string, found number` */
export function describeIssue(issue: Issue): string {
  const { path, message } = issue;
  return path.length === 0 ? message : `${path.join(".")}: ${message}`;
}

export function toError(value: unknown): Error {
  return value instanceof Error ? value : new Error(String(value));
}
