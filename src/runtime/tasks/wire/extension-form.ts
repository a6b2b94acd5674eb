import { isObject, type JsonObject } from "../../protocol/message.ts";
import type { TaskRecord } from "../record.ts";
import { readFrame, type SeenTask } from "./seen-task.ts";

/**
 * Returns a task in the form of the extension, with units in the names of times. `detailedTask`
 * adds input requests, result and error.
 *
 * @see {@link
 * https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md |
 * Tasks}
 */
export function flatTask(task: TaskRecord): JsonObject {
  const { taskId, status, statusMessage, createdAt, lastUpdatedAt } = task;
  const { ttl, pollInterval } = task;
  return {
    taskId,
    status,
    ...(statusMessage !== undefined && { statusMessage }),
    createdAt,
    lastUpdatedAt,
    ttlMs: ttl,
    ...(pollInterval !== undefined && { pollIntervalMs: pollInterval }),
  };
}

/** Returns the extension's `CreateTaskResult`, which replaces the result of the request. */
export function taskInPlace(task: TaskRecord): JsonObject {
  return { resultType: "task", ...flatTask(task) };
}

/**
 * Returns a task with input requests, result or error: the result of `tasks/get`, and the
 * params of notifications.
 */
export function detailedTask(task: TaskRecord): JsonObject {
  const { status, questions = {}, result = {}, error } = task;
  const flat = flatTask(task);
  switch (status) {
    case "working":
    case "cancelled":
      return flat;
    case "input_required":
      return { ...flat, inputRequests: questions };
    case "completed":
      return { ...flat, result };
    case "failed":
      return { ...flat, error };
  }
}

/**
 * Parses a task of the extension, with or without details. Throws an InvalidMessageError for an
 * invalid task.
 */
export function readFlatTask(value: JsonObject): SeenTask {
  const { ttlMs, pollIntervalMs, inputRequests, result, error } = value;
  return readFrame(value, {
    ttl: ttlMs,
    pollInterval: pollIntervalMs,
    questions: inputRequests,
    result,
    error,
  });
}

/** Returns the task in a `CreateTaskResult`; undefined for any other result. */
export function readTaskInPlace(result: unknown): SeenTask | undefined {
  return isObject(result) && result["resultType"] === "task"
    ? readFlatTask(result)
    : undefined;
}
