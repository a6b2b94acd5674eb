import {
  isIdOf,
  isObject,
  type ErrorObject,
  type JsonObject,
  type RequestId,
} from "../../protocol/message.ts";
import { hasReason } from "./http-error.ts";
import type { Refused } from "./post.ts";

/** Whether a message answers a call of this side. */
export function answersCall(value: unknown): value is JsonObject {
  return (
    isObject(value) &&
    !Object.hasOwn(value, "method") &&
    (Object.hasOwn(value, "result") || Object.hasOwn(value, "error"))
  );
}

/** The answer to a call, in what came for it: a message, or a batch of some. */
export function answerTo(
  id: RequestId,
  value: unknown,
  batches: boolean,
): JsonObject | undefined {
  if (Array.isArray(value))
    return batches ? value.find((one) => answers(id, one)) : undefined;
  return answersCall(value) && answers(id, value) ? value : undefined;
}

function answers(id: RequestId, value: unknown): value is JsonObject {
  return answersCall(value) && isIdOf(id, value["id"]);
}

/** An error that names no call, in what came for one call alone, is its answer. */
export function withId(id: RequestId, value: unknown): unknown {
  if (!answersCall(value) || !Object.hasOwn(value, "error")) return value;
  const own = value["id"];
  return own === undefined || own === null ? { ...value, id } : value;
}

export function errorAnswer(id: RequestId, error: ErrorObject): JsonObject {
  return { jsonrpc: "2.0", id, error };
}

/**
 * The answer to a call that was refused: the error of the body. Throws an
 * HttpError where there is none, or the status alone says who may not ask.
 */
export function refusal(
  id: RequestId,
  { status, error, problem }: Refused,
): JsonObject {
  if (!problem || hasReason(status)) throw error;
  return errorAnswer(id, problem);
}
