import { InvalidMessageError } from "../../protocol/errors.ts";
import type { InputRequest } from "../../protocol/input-required.ts";
import {
  isObject,
  type ErrorObject,
  type JsonObject,
} from "../../protocol/message.ts";
import type { TaskRecord, TaskStatus } from "../record.ts";

/** A task as its receiver tells of it, in whatever form. */
export type SeenTask = Omit<
  TaskRecord,
  "method" | "owner" | "session" | "answers" | "withdrawn" | "refusals"
>;

/** What the forms of a task name each in its own way. */
interface Parts {
  readonly ttl: unknown;
  readonly pollInterval: unknown;
  readonly questions?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/**
 * Reads what all forms have in common, and takes the parts. Times that are none are
 * taken for absent ones: they are advice. Throws an InvalidMessageError for what names
 * no task or no status, and for details that are not what their status promises.
 */
export function readFrame(value: JsonObject, parts: Parts): SeenTask {
  const { taskId, status, statusMessage, createdAt, lastUpdatedAt } = value;
  if (typeof taskId !== "string" || taskId === "")
    throw invalid(value, "taskId", "expected a string that names the task");
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

/** What comes with a status, where its form has that. */
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
      throw invalid(value, "inputRequests", "expected requests by their keys");
    case "completed":
      if (result === undefined) return {};
      if (isObject(result)) return { result };
      throw invalid(value, "result", "expected an object");
    case "failed":
      if (error === undefined) return {};
      if (isErrorObject(error)) return { error };
      throw invalid(value, "error", "expected an error of JSON-RPC");
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
