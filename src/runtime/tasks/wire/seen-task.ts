import { InvalidMessageError } from "../../protocol/errors.ts";
import type { InputRequest } from "../../protocol/input-required.ts";
import {
  isObject,
  type ErrorObject,
  type JsonObject,
} from "../../protocol/message.ts";
import type { TaskRecord, TaskStatus } from "../record.ts";

/** Task as its receiver reports it, in a common form. */
export type SeenTask = Omit<
  TaskRecord,
  "method" | "owner" | "session" | "answers" | "withdrawn" | "refusals"
>;

/** Parts of a task whose names depend on the protocol version. */
interface Parts {
  readonly ttl: unknown;
  readonly pollInterval: unknown;
  readonly questions?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/**
 * Parses the common fields of a task and adds the given parts. Ignores invalid times, which are
 * hints. Throws an InvalidMessageError for a missing id, an invalid status, or details that do
 * not match the status.
 */
export function readFrame(value: JsonObject, parts: Parts): SeenTask {
  const { taskId, status, statusMessage, createdAt, lastUpdatedAt } = value;
  if (typeof taskId !== "string" || taskId === "")
    throw invalid(value, "taskId", "expected a non-empty string");
  if (!isStatus(status))
    throw invalid(value, "status", `expected one of ${statuses.join(", ")}`);
  const { pollInterval } = parts;
  return {
    taskId,
    status,
    ...(typeof statusMessage === "string" && { statusMessage }),
    createdAt: typeof createdAt === "string" ? createdAt : "",
    lastUpdatedAt: typeof lastUpdatedAt === "string" ? lastUpdatedAt : "",
    ttl: isTime(parts.ttl) ? parts.ttl : null,
    ...(isTime(pollInterval) && { pollInterval }),
    ...detailsOf(value, status, parts),
  };
}

type Details = Pick<SeenTask, "questions" | "result" | "error">;

/** Returns the details that belong to a status, if they exist. */
function detailsOf(
  value: JsonObject,
  status: TaskStatus,
  { questions, result, error }: Parts,
): Details {
  switch (status) {
    case "working":
    case "cancelled":
      return {};
    case "input_required":
      if (questions === undefined) return {};
      if (isQuestions(questions)) return { questions };
      throw invalid(value, "inputRequests", "expected an object of requests");
    case "completed":
      if (result === undefined) return {};
      if (isObject(result)) return { result };
      throw invalid(value, "result", "expected an object");
    case "failed":
      if (error === undefined) return {};
      if (isErrorObject(error)) return { error };
      throw invalid(value, "error", "expected a JSON-RPC error");
  }
}

const statuses: readonly TaskStatus[] = [
  "working",
  "input_required",
  "completed",
  "failed",
  "cancelled",
];

export function isStatus(value: unknown): value is TaskStatus {
  return statuses.some((status) => status === value);
}

function isTime(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value < Infinity;
}

export function isQuestions(
  value: unknown,
): value is { readonly [key: string]: InputRequest } {
  return isObject(value) && Object.values(value).every(isQuestion);
}

function isQuestion(value: unknown): value is InputRequest {
  if (!isObject(value) || typeof value["method"] !== "string") return false;
  return value["params"] === undefined || isObject(value["params"]);
}

export function isErrorObject(
  value: unknown,
): value is ErrorObject & JsonObject {
  return (
    isObject(value) &&
    Number.isInteger(value["code"]) &&
    typeof value["message"] === "string"
  );
}

function invalid(
  value: JsonObject,
  field: string,
  problem: string,
): InvalidMessageError {
  return new InvalidMessageError(`${field} of a task: ${problem}`, [field], {
    value,
  });
}
