import { isObject, metaOf, type JsonObject } from "../../protocol/message.ts";
import type { TaskRecord, TaskStatus } from "../record.ts";
import { readFrame, type SeenTask } from "./seen-task.ts";

/**
 * Returns a task in the form of the core protocol, without input requests and result, which are
 * sent separately.
 */
export function coreTask(task: TaskRecord): JsonObject {
  const { taskId, createdAt, lastUpdatedAt, ttl, pollInterval } = task;
  const status = coreStatus(task);
  const statusMessage =
    task.statusMessage ?? (status === task.status ? undefined : toolFailed);
  return {
    taskId,
    status,
    ...(statusMessage !== undefined && { statusMessage }),
    createdAt,
    lastUpdatedAt,
    ttl,
    ...(pollInterval !== undefined && { pollInterval }),
  };
}

const toolFailed = "the tool failed: see the result";

/**
 * Returns the status in the core protocol, where a task is failed if the result of its tool has
 * `isError`.
 */
function coreStatus({ status, result }: TaskRecord): TaskStatus {
  return status === "completed" && result?.["isError"] === true
    ? "failed"
    : status;
}

/** Returns the core `CreateTaskResult`, which replaces the result of the request. */
export function nestedTask(task: TaskRecord): JsonObject {
  return { task: coreTask(task) };
}

/** Parses a task of the core protocol. Throws an InvalidMessageError for an invalid task. */
export function readCoreTask(value: JsonObject): SeenTask {
  const { ttl, pollInterval } = value;
  return readFrame(value, { ttl, pollInterval });
}

/** Returns the task in a `CreateTaskResult`; undefined for any other result. */
export function readNestedTask(result: unknown): SeenTask | undefined {
  const task = isObject(result) ? result["task"] : undefined;
  return isObject(task) ? readCoreTask(task) : undefined;
}

const relatedTask = "io.modelcontextprotocol/related-task";

/** Adds the related task to `_meta` of params or a result. */
export function relatedTo(taskId: string, value: JsonObject): JsonObject {
  const _meta = { ...metaOf(value), [relatedTask]: { taskId } };
  return { ...value, _meta };
}

/** Returns the id of the related task in `_meta` of params or a result. */
export function relatedTaskOf(value: unknown): string | undefined {
  const related = metaOf(value)[relatedTask];
  const taskId = isObject(related) ? related["taskId"] : undefined;
  return typeof taskId === "string" ? taskId : undefined;
}
