import {
  isObject,
  isRequestId,
  type ErrorObject,
  type JsonObject,
  type RequestId,
} from "./message.ts";

/** A message from the wire, told apart by its keys. */
export type Incoming =
  | {
      readonly kind: "request";
      readonly id: RequestId;
      readonly method: string;
      readonly params: unknown;
    }
  | {
      readonly kind: "notification";
      readonly method: string;
      readonly params: unknown;
    }
  | {
      readonly kind: "result";
      readonly id: RequestId;
      readonly result: JsonObject;
    }
  | {
      readonly kind: "error";
      readonly id: RequestId | undefined;
      readonly error: ErrorObject;
    }
  | InvalidMessage;

/** What is no message; `answer` says whether its sender is waiting for one. */
export interface InvalidMessage {
  readonly kind: "invalid";
  readonly reason: string;
  readonly id: RequestId | undefined;
  readonly answer: boolean;
}

/**
 * Tells what a message is by the presence of its keys. Guards cannot: objects
 * are open, so a request with a broken id would pass for a notification.
 */
export function classify(value: unknown): Incoming {
  if (!isObject(value)) return invalid("a message is an object", undefined);
  const id = isRequestId(value["id"]) ? value["id"] : undefined;
  const isCall = Object.hasOwn(value, "method");
  if (value["jsonrpc"] !== "2.0") {
    return invalid('"jsonrpc" must be "2.0"', id, isCall || !isAnswer(value));
  }
  return isCall ? classifyCall(value, id) : classifyAnswer(value, id);
}

function classifyCall(
  message: JsonObject,
  id: RequestId | undefined,
): Incoming {
  const { method, params } = message;
  if (typeof method !== "string")
    return invalid('"method" must be a string', id);
  if (isAnswer(message)) return invalid("a message is a call or an answer", id);
  if (!Object.hasOwn(message, "id")) {
    return { kind: "notification", method, params };
  }
  if (id === undefined)
    return invalid('"id" must be a string or an integer', id);
  return { kind: "request", id, method, params };
}

function classifyAnswer(
  message: JsonObject,
  id: RequestId | undefined,
): Incoming {
  const hasResult = Object.hasOwn(message, "result");
  const hasError = Object.hasOwn(message, "error");
  if (!hasResult && !hasError) return invalid('"method" is missing', id);
  if (hasResult && hasError) {
    return invalid("an answer has a result or an error", id, false);
  }
  return hasResult
    ? classifyResult(message["result"], id)
    : classifyError(message["error"], id);
}

function classifyResult(result: unknown, id: RequestId | undefined): Incoming {
  if (id === undefined || !isObject(result)) {
    return invalid("a result has an id and is an object", id, false);
  }
  return { kind: "result", id, result };
}

function classifyError(error: unknown, id: RequestId | undefined): Incoming {
  if (!isObject(error)) return invalid('"error" must be an object', id, false);
  const { code, message, data } = error;
  if (!Number.isInteger(code) || typeof message !== "string") {
    return invalid("an error has an integer code and a message", id, false);
  }
  return { kind: "error", id, error: { code: Number(code), message, data } };
}

function isAnswer(message: JsonObject): boolean {
  return Object.hasOwn(message, "result") || Object.hasOwn(message, "error");
}

/** A broken answer is never answered: two peers could go on for ever. */
function invalid(
  reason: string,
  id: RequestId | undefined,
  answer = true,
): InvalidMessage {
  return { kind: "invalid", reason, id, answer };
}
