import { isObject } from "../../protocol/message.ts";
import { weigh } from "../../protocol/weigh.ts";
import { isOver } from "../life.ts";
import type { TaskRecord } from "../record.ts";
import { unsoundField } from "./sound-record.ts";

/** What a task costs beside what is in it, about, in bytes. */
const overhead = 512;

/** So that whatever is worked on can be told as failed in a store that is full. */
const roomForEnd = 2_048;

/** The bytes that a task takes while it is kept, about. */
export function weightOf(task: TaskRecord): number {
  return weigh(task) + overhead + (isOver(task) ? 0 : roomForEnd);
}

/**
 * A task as JSON has it, which nobody can change: neither who gave it nor who reads
 * it. Throws a TypeError for what JSON cannot hold, and for what is no record of a task.
 */
export function keptTask(task: TaskRecord): TaskRecord {
  return soundTask(JSON.parse(JSON.stringify(task)));
}

/** The same for JSON that nobody else has: it is taken as it is. */
export function soundTask(parsed: unknown): TaskRecord {
  const field = isObject(parsed) ? unsoundField(parsed) : "form";
  if (field !== undefined)
    throw new TypeError(`the ${field} of a task is not what it has to be`);
  freeze(parsed);
  // Field by field, it is one.
  return parsed as TaskRecord;
}

function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  Object.freeze(value);
  for (const part of Object.values(value)) freeze(part);
}

const fixed = ["taskId", "method", "owner", "session", "createdAt"] as const;

/** Throws a TypeError for a change of what a task is known, counted and ordered by. */
export function requireSameTask(before: TaskRecord, after: TaskRecord): void {
  const name = fixed.find((name) => before[name] !== after[name]);
  if (name !== undefined)
    throw new TypeError(`a task's ${name} never changes: make another task`);
}
