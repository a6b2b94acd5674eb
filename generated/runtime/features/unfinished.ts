// The runtime of mcp-gen 0.1.0.

import { isObject, type JsonObject } from "../wire/message.js";

/** A result that asks the client for input first; see `inputRequired`. */
export interface Unfinished {
  readonly resultType: "input_required";
}

/** Whether an answer is none yet: then it passes as it is. */
export function isUnfinished(
  answer: unknown,
): answer is JsonObject & Unfinished {
  return (
    isObject(answer) && (answer["resultType"] ?? "complete") !== "complete"
  );
}
