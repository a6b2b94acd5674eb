import {
  isObject,
  isRequestId,
  metaOf,
  type ErrorObject,
  type JsonObject,
  type RequestId,
} from "./message.ts";

/** A message from the wire: read once, and then this is handed on. */
export type Received =
  | ReceivedRequest
  | ReceivedNotification
  | ReceivedResult
  | ReceivedError
  | InvalidMessage;

export interface ReceivedRequest {
  readonly kind: "request";
  readonly id: RequestId;
  readonly method: string;
  readonly params: unknown;
  /** The `_meta` of the params; empty when there is none. */
  readonly meta: JsonObject;
}

export interface ReceivedNotification {
  readonly kind: "notification";
  readonly id: undefined;
  readonly method: string;
  readonly params: unknown;
  /** The `_meta` of the params; empty when there is none. */
  readonly meta: JsonObject;
}

export interface ReceivedResult {
  readonly kind: "result";
  readonly id: RequestId;
  readonly result: JsonObject;
}

export interface ReceivedError {
  readonly kind: "error";
  /** Undefined when the peer could not read the request's own. */
  readonly id: RequestId | undefined;
  readonly error: ErrorObject;
}

/** What is no message, and what it seems to be: perhaps neither. */
export interface InvalidMessage {
  readonly kind: "invalid";
  readonly reason: string;
  readonly id: RequestId | undefined;
  readonly isCall: boolean;
  /** A broken answer is never answered: two peers could go on for ever. */
  readonly isAnswer: boolean;
}

/**
 * Tells what a message is by the presence of its keys. Guards cannot: objects
 * are open, so a request with a broken id would pass for a notification.
 */
export function readMessage(value: unknown): Received {
  const message = isObject(value) ? value : {};
  const { method, params, result, error } = message;
  const id = isRequestId(message["id"]) ? message["id"] : undefined;
  const isCall = Object.hasOwn(message, "method");
  const hasResult = Object.hasOwn(message, "result");
  const hasError = Object.hasOwn(message, "error");
  const isAnswer = !isCall && (hasResult || hasError);
  const invalid = (reason: string): InvalidMessage => {
    return { kind: "invalid", reason, id, isCall, isAnswer };
  };

  if (message !== value) return invalid("a message is an object");
  if (message["jsonrpc"] !== "2.0") return invalid('"jsonrpc" must be "2.0"');
  if (isCall) {
    if (typeof method !== "string") return invalid('"method" must be a string');
    if (hasResult || hasError)
      return invalid("a message is a call or an answer");
    const meta = metaOf(params);
    if (!Object.hasOwn(message, "id"))
      return { kind: "notification", id: undefined, method, params, meta };
    return id === undefined
      ? invalid('"id" must be a string or an integer')
      : { kind: "request", id, method, params, meta };
  }
  if (!isAnswer) return invalid('"method" is missing');
  if (hasResult && hasError)
    return invalid("an answer has a result or an error");
  if (hasResult)
    return id !== undefined && isObject(result)
      ? { kind: "result", id, result }
      : invalid("a result has an id and is an object");
  return isError(error)
    ? { kind: "error", id, error }
    : invalid("an error has an integer code and a message");
}

function isError(error: unknown): error is ErrorObject {
  return (
    isObject(error) &&
    Number.isInteger(error["code"]) &&
    typeof error["message"] === "string"
  );
}
