import { isObject, type JsonObject } from "../message.ts";

/** A result that asks the client for input first; see `inputRequired`. */
export interface AsksForInput {
  /** Tells it from a result: `inputRequired(…)` has it. */
  readonly resultType: "input_required";
}

/** Whether an answer is none yet: then it passes as it is. */
export function isUnfinished(
  answer: unknown,
): answer is JsonObject & AsksForInput {
  return (
    isObject(answer) && (answer["resultType"] ?? "complete") !== "complete"
  );
}
