import { isObject, type JsonObject } from "../../protocol/message.ts";
import type { TaskRecord } from "../record.ts";
import { readFrame, type SeenTask } from "./seen-task.ts";

/**
 * A task as the extension has it: flat, with times that say their unit. What a task
 * asks or came to is in `detailedTask` alone.
 *
 * @see {@link https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md | Tasks}
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

/** What answers a request in place of its result: `CreateTaskResult` of the extension. */
export function taskInPlace(task: TaskRecord): JsonObject {
  return { resultType: "task", ...flatTask(task) };
}

/** A task with what it asks or came to: the answer of `tasks/get`, and what is told of it. */
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

/** Reads a task of the extension, with details or without. Throws an InvalidMessageError for what is none. */
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

/** The task in a result that stands in place of another; undefined for any other result. */
export function readTaskInPlace(result: unknown): SeenTask | undefined {
  return isObject(result) && result["resultType"] === "task"
    ? readFlatTask(result)
    : undefined;
}
