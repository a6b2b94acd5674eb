import { problem, type Problem } from "../message/finding.ts";
import { isObject, objectOf, type JsonObject } from "../message/json.ts";

/** What a message is by its keys, as a receiver sees it. */
export type Classified =
  | { kind: "request" | "notification"; message: JsonObject; method: string }
  | { kind: "result" | "error"; message: JsonObject }
  | { kind: "invalid"; message: JsonObject | undefined; problem: Problem };

/**
 * Tells what a message is. Guards cannot: objects are open, so a request with a
 * broken id would pass for a notification.
 */
export function classify(message: unknown): Classified {
  if (!isObject(message))
    return invalid(undefined, "a message is an object", []);
  // JSON has no undefined: what is undefined is not there.
  const { jsonrpc, method, result, error } = message;
  const hasResult = result !== undefined;
  const hasError = error !== undefined;
  if (jsonrpc !== "2.0")
    return invalid(message, '"jsonrpc" must be "2.0"', ["jsonrpc"]);
  if (method !== undefined) {
    if (typeof method !== "string")
      return invalid(message, "a method is a string", ["method"]);
    if (hasResult || hasError)
      return invalid(message, "a message is a call or an answer", []);
    const kind = message["id"] !== undefined ? "request" : "notification";
    return { kind, message, method };
  }
  if (hasResult && hasError)
    return invalid(message, "an answer has a result or an error", []);
  if (hasResult) return { kind: "result", message };
  if (hasError) return { kind: "error", message };
  return invalid(message, '"method" is missing', []);
}

/** Whether something is meant for an answer, be it a broken one. */
export function isAnswer(message: unknown): boolean {
  const { method, result, error } = objectOf(message);
  return method === undefined && (result !== undefined || error !== undefined);
}

function invalid(
  message: JsonObject | undefined,
  reason: string,
  path: readonly string[],
): Classified {
  const found = problem("invalid-message", reason, path);
  return { kind: "invalid", message, problem: found };
}
