import { begin, type TaskSeed } from "../../../src/runtime/tasks/life.ts";
import type { TaskRecord } from "../../../src/runtime/tasks/record.ts";

/** The time at which the tasks of these tests begin. */
export const start: number = Date.UTC(2030, 0, 1);

/** A task that begins at that time, as far as nothing else is said. */
export function newTask(
  seed: Partial<TaskSeed> = {},
  at: number = start,
): TaskRecord {
  return begin(
    { taskId: "one", method: "tools/call", ttl: 60_000, ...seed },
    at,
  );
}

/** A question that a task can ask. */
export const sure = {
  method: "elicitation/create",
  params: { message: "Sure?", requestedSchema: { type: "object" } },
} as const;
