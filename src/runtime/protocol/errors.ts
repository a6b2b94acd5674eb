import type { ErrorObject } from "./message.ts";
import type { Issue } from "./issue.ts";

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

/**
 * An error that every copy of the runtime knows: a program may have several, such as
 * one of a package and one that was generated, and what one of them throws is an
 * `instanceof` the other's class.
 */
export class KnownError extends Error {
  /** The same for the same class of all copies. Classes of a program's own have none. */
  static readonly kin: string = "mcp-gen:KnownError";

  /** Whether it is an error of this class, of whichever copy. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (super[Symbol.hasInstance](value)) return true;
    return (
      value instanceof Error &&
      Object.hasOwn(this, "kin") &&
      isKin(Object.getPrototypeOf(value), this.kin)
    );
  }
}

function isKin(prototype: unknown, kin: string): boolean {
  if (typeof prototype !== "object" || prototype === null) return false;
  const { constructor }: { constructor: unknown } = prototype;
  return (
    (typeof constructor === "function" &&
      Object.hasOwn(constructor, "kin") &&
      Reflect.get(constructor, "kin") === kin) ||
    isKin(Object.getPrototypeOf(prototype), kin)
  );
}

/** An error that travels: a handler throws it, and a call rejects with it. */
export class ProtocolError extends KnownError {
  static override readonly kin: string = "mcp-gen:ProtocolError";
  /** Tells it from other errors where `instanceof` cannot. */
  override readonly name = "ProtocolError";
  /** `protocol`: there was an answer, and it is an error. */
  readonly kind = "protocol";
  /** Which error it is: one of JSON-RPC's, of the revision's, or of your own. */
  readonly code: number;
  /** What the error says besides; anything that JSON can hold. */
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/**
 * There is no such thing: a resource, a prompt, an argument, whatever a request
 * names. Any handler throws it, and the client is told with the code that its
 * revision has for it.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/server/resources#error-handling | Resources: Error Handling}
 */
export class NotFoundError extends ProtocolError {
  static override readonly kin: string = "mcp-gen:NotFoundError";
  constructor(message = "Not found", data?: unknown) {
    super(INVALID_PARAMS, message, data);
  }
}

/**
 * A failure that a tool expects, such as a city that does not exist: the model
 * reads its message, in a result with `isError`, and nothing is reported.
 */
export class ToolError extends KnownError {
  static override readonly kin: string = "mcp-gen:ToolError";
  /** Tells it from other errors where `instanceof` cannot. */
  override readonly name = "ToolError";
}

/** The connection is closed, or could not be opened. */
export class TransportError extends KnownError {
  static override readonly kin: string = "mcp-gen:TransportError";
  /** Tells it from other errors where `instanceof` cannot. */
  override readonly name = "TransportError";
  /** `transport`: the connection is at fault, and no answer. */
  readonly kind = "transport";
}

/** The peer did not answer in time. */
export class TimeoutError extends KnownError {
  static override readonly kin: string = "mcp-gen:TimeoutError";
  /** Tells it from other errors where `instanceof` cannot. */
  override readonly name = "TimeoutError";
  /** `timeout`: no answer came in time. */
  readonly kind = "timeout";
}

/** The call was cancelled by its caller. */
export class CancelledError extends KnownError {
  static override readonly kin: string = "mcp-gen:CancelledError";
  /** Tells it from other errors where `instanceof` cannot. */
  override readonly name = "CancelledError";
  /** `cancelled`: this side gave it up. */
  readonly kind = "cancelled";
}

/** A message is not what the protocol allows: most often the peer's. */
export class InvalidMessageError extends KnownError {
  static override readonly kin: string = "mcp-gen:InvalidMessageError";
  /** Tells it from other errors where `instanceof` cannot. */
  override readonly name: string = "InvalidMessageError";
  /** `invalid`: what came, or was to leave, is not what the protocol allows. */
  readonly kind = "invalid";
  /** Where in the message, as far as it is known. */
  readonly path: readonly (string | number)[];
  /**
   * What is not allowed, as it came: a result, a message, or text that is no JSON;
   * `path` leads into it. A log that prints the error does not print this.
   */
  declare readonly value: unknown;

  constructor(
    message: string,
    path: readonly (string | number)[] = [],
    options: InvalidMessageOptions = {},
  ) {
    super(message, options);
    this.path = path;
    Object.defineProperty(this, "value", { value: options.value });
  }
}

export interface InvalidMessageOptions extends ErrorOptions {
  /** What came instead. */
  readonly value?: unknown;
}

/**
 * What this side was about to send is not what the protocol allows, most often what
 * a handler returned: it was not sent, and `onError` hears of it.
 */
export class UnsendableError extends InvalidMessageError {
  static override readonly kin: string = "mcp-gen:UnsendableError";
  override readonly name = "UnsendableError";
}

/** The error that refuses a request for its params. */
export function invalidParams(message: string, data?: unknown): ProtocolError {
  return new ProtocolError(INVALID_PARAMS, message, data);
}

/** The error object of an answer; it tells nothing of what is no ProtocolError. */
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
  return `${oneLine(path.join("."))}: ${message}`;
}

/** Text that the peer chose, which must not break the lines of a log. */
export function oneLine(text: string): string {
  const code = (sign: string): string =>
    sign.charCodeAt(0).toString(16).padStart(4, "0");
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, (sign) => `\\u${code(sign)}`);
}

/** The beginning of what a peer says, of so many characters at most, as a log can have it. */
export function excerpt(text: string, maxLength: number = 500): string {
  const line = oneLine(text.slice(0, maxLength));
  return text.length > maxLength ? `${line}…` : line;
}

/** Never throws: values that handlers throw need not have a text. */
export function toError(value: unknown): Error {
  if (value instanceof Error) return value;
  try {
    return new Error(String(value));
  } catch {
    return new Error("what was thrown has no text");
  }
}

/** Whether a store failed because it has no room: it says so by `isFull` of its error. */
export function hasNoRoom(error: unknown): boolean {
  const { isFull } = toError(error) as { readonly isFull?: unknown };
  return isFull === true;
}
