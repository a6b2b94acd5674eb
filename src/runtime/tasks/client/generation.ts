import {
  entryOf,
  type ProtocolTable,
} from "../../protocol/revision/protocol-table.ts";
import type { JsonObject } from "../../protocol/message.ts";
import { readCoreTask, readNestedTask } from "../wire/core-form.ts";
import { readFlatTask, readTaskInPlace } from "../wire/extension-form.ts";
import type { SeenTask } from "../wire/seen-task.ts";

/**
 * Returns true if the core protocol has tasks; their results are then fetched by
 * `tasks/result`.
 */
export function hasOwnTasks(table: ProtocolTable | undefined): boolean {
  return !!table && entryOf(table.requests, "tasks/result") !== undefined;
}

/** Parses the result of `tasks/get`. Throws an InvalidMessageError for an invalid task. */
export function readTask(
  table: ProtocolTable | undefined,
  value: JsonObject,
): SeenTask {
  return hasOwnTasks(table) ? readCoreTask(value) : readFlatTask(value);
}

/** Returns the task in the response to a call; undefined if the response is the result. */
export function readCreated(
  table: ProtocolTable | undefined,
  answer: JsonObject,
): SeenTask | undefined {
  return hasOwnTasks(table) ? readNestedTask(answer) : readTaskInPlace(answer);
}
