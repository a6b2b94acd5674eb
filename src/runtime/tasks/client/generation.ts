import {
  entryOf,
  type ProtocolTable,
} from "../../protocol/revision/protocol-table.ts";
import type { JsonObject } from "../../protocol/message.ts";
import { readCoreTask, readNestedTask } from "../wire/core-form.ts";
import { readFlatTask, readTaskInPlace } from "../wire/extension-form.ts";
import type { SeenTask } from "../wire/seen-task.ts";

/** Whether tasks are part of a revision itself: their results are fetched there. */
export function hasOwnTasks(table: ProtocolTable | undefined): boolean {
  return !!table && entryOf(table.requests, "tasks/result") !== undefined;
}

/** Reads what `tasks/get` answers. Throws an InvalidMessageError for what is no task. */
export function readTask(
  table: ProtocolTable | undefined,
  value: JsonObject,
): SeenTask {
  return hasOwnTasks(table) ? readCoreTask(value) : readFlatTask(value);
}

/** The task in the answer to a call; undefined where that is its result. */
export function readCreated(
  table: ProtocolTable | undefined,
  answer: JsonObject,
): SeenTask | undefined {
  return hasOwnTasks(table) ? readNestedTask(answer) : readTaskInPlace(answer);
}
