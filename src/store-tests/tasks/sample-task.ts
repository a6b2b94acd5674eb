import type { TaskRecord } from "../../runtime/tasks/record.ts";

let count = 0;

/** Returns a new task with the given properties. */
export function sampleTask(given: Partial<TaskRecord> = {}): TaskRecord {
  const at = new Date(Date.now() + count++).toISOString();
  return {
    taskId: crypto.randomUUID(),
    method: "tools/call",
    owner: "alice",
    status: "working",
    createdAt: at,
    lastUpdatedAt: at,
    ttl: 60_000,
    ...given,
  };
}

/** Returns a change of the status message. */
export function saying(
  statusMessage: string,
): (task: TaskRecord) => TaskRecord {
  return (task) => ({ ...task, statusMessage });
}
