import type { TaskRecord } from "../../runtime/tasks/record.ts";

let count = 0;

/** A new task, of which some is told. */
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

/** What changes what a task says. */
export function saying(
  statusMessage: string,
): (task: TaskRecord) => TaskRecord {
  return (task) => ({ ...task, statusMessage });
}
