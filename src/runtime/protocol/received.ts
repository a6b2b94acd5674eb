import {
  isObject,
  isRequestId,
  metaOf,
  objectOf,
  type ErrorObject,
  type JsonObject,
  type RequestId,
} from "./message.ts";
import { messageForm } from "./message-form.ts";

/** A message from the wire: read once, and then this is handed on. */
export type Received =
  | ReceivedRequest
  | ReceivedNotification
  | ReceivedResult
  | ReceivedError
  | InvalidMessage;

/** The peer asks: there has to be an answer with this id. */
export interface ReceivedRequest {
  /** Tells it from other messages. */
  readonly kind: "request";
  /** The id that the answer has to have. */
  readonly id: RequestId;
  /** What is asked for. */
  readonly method: string;
  /** As they came. */
  readonly params: unknown;
  /** The `_meta` of the params; empty when there is none. */
  readonly meta: JsonObject;
}

/** The peer tells something. */
export interface ReceivedNotification {
  /** Tells it from other messages. */
  readonly kind: "notification";
  /** It has none: nobody waits for an answer. */
  readonly id: undefined;
  /** What is told. */
  readonly method: string;
  /** As they came. */
  readonly params: unknown;
  /** The `_meta` of the params; empty when there is none. */
  readonly meta: JsonObject;
}

/** The peer answers a request of this side's. */
export interface ReceivedResult {
  /** Tells it from other messages. */
  readonly kind: "result";
  /** The id of the request that it answers. */
  readonly id: RequestId;
  /** As it came. */
  readonly result: JsonObject;
}

/** The peer refuses a request of this side's. */
export interface ReceivedError {
  /** Tells it from other messages. */
  readonly kind: "error";
  /** Undefined when the peer could not read the request's own. */
  readonly id: RequestId | undefined;
  /** Why the request failed. */
  readonly error: ErrorObject;
}

/** What is no message, and what it seems to be: perhaps neither. */
export interface InvalidMessage {
  /** Tells it from what is a message. */
  readonly kind: "invalid";
  /** As it came. */
  readonly value: unknown;
  /** Why it is none. */
  readonly reason: string;
  /** Its id, where it has one that can be read. */
  readonly id: RequestId | undefined;
  /** Whether its sender may wait for an answer. */
  readonly isCall: boolean;
  /** A broken answer is never answered: two peers could go on for ever. */
  readonly isAnswer: boolean;
}

/** Tells a message apart by its keys, and refuses one whose id or content is broken. */
export function readMessage(value: unknown): Received {
  const message = objectOf(value);
  const { method, params, result, error } = message;
  const id = isRequestId(message["id"]) ? message["id"] : undefined;
  const invalid = (reason: string): InvalidMessage => {
    const isCall = Object.hasOwn(message, "method");
    const isAnswer =
      !isCall &&
      (Object.hasOwn(message, "result") || Object.hasOwn(message, "error"));
    return { kind: "invalid", value, reason, id, isCall, isAnswer };
  };

  if (message !== value) return invalid("a message is an object");
  const form = messageForm(message, Object.hasOwn);
  // Of a request and of a notification the form says that the method is a string.
  switch (form) {
    case "request":
      return id === undefined
        ? invalid('"id" must be a string or an integer')
        : {
            kind: form,
            id,
            method: String(method),
            params,
            meta: metaOf(params),
          };
    case "notification":
      return {
        kind: form,
        id: undefined,
        method: String(method),
        params,
        meta: metaOf(params),
      };
    case "result":
      return id !== undefined && isObject(result)
        ? { kind: form, id, result }
        : invalid("a result has an id and is an object");
    case "error":
      return isError(error)
        ? { kind: form, id, error }
        : invalid("an error has an integer code and a message");
    default:
      return invalid(reasons[form]);
  }
}

const reasons = {
  "wrong-version": '"jsonrpc" must be "2.0"',
  "wrong-method": '"method" must be a string',
  "call-and-answer": "a message is a call or an answer",
  "result-and-error": "an answer has a result or an error",
  "no-method": '"method" is missing',
} as const;

function isError(error: unknown): error is ErrorObject {
  return (
    isObject(error) &&
    Number.isInteger(error["code"]) &&
    typeof error["message"] === "string"
  );
}
