import { isObject, metaOf, type JsonObject } from "../../protocol/message.ts";
import type { TaskRecord, TaskStatus } from "../record.ts";
import { readFrame, type SeenTask } from "./seen-task.ts";

/**
 * A task as a revision has it whose core has tasks: what it asks and what it came to
 * travel by themselves.
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

const toolFailed = "the result says what went wrong";

/** There, a task whose result says that its tool failed has failed itself. */
function coreStatus({ status, result }: TaskRecord): TaskStatus {
  return status === "completed" && result?.["isError"] === true
    ? "failed"
    : status;
}

/** What answers a request in place of its result: `CreateTaskResult` of the core. */
export function nestedTask(task: TaskRecord): JsonObject {
  return { task: coreTask(task) };
}

/** Reads a task of the core. Throws an InvalidMessageError for what is none. */
export function readCoreTask(value: JsonObject): SeenTask {
  const { ttl, pollInterval } = value;
  return readFrame(value, { ttl, pollInterval });
}

/** The task in a result that stands in place of another; undefined for any other result. */
export function readNestedTask(result: unknown): SeenTask | undefined {
  const task = isObject(result) ? result["task"] : undefined;
  return isObject(task) ? readCoreTask(task) : undefined;
}

const relatedTask = "io.modelcontextprotocol/related-task";

/** Params or a result that say in `_meta` which task they belong to. */
export function relatedTo(taskId: string, value: JsonObject): JsonObject {
  const _meta = { ...metaOf(value), [relatedTask]: { taskId } };
  return { ...value, _meta };
}

/** Which task params or a result belong to, as their `_meta` says. */
export function relatedTaskOf(value: unknown): string | undefined {
  const related = metaOf(value)[relatedTask];
  const taskId = isObject(related) ? related["taskId"] : undefined;
  return typeof taskId === "string" ? taskId : undefined;
}
