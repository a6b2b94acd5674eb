import { isObject } from "../../protocol/message.ts";
import { weigh } from "../../protocol/weigh.ts";
import { isOver } from "../life.ts";
import type { TaskRecord } from "../record.ts";
import { unsoundField } from "./sound-record.ts";

/** Approximate memory of a task beyond its content, in bytes. */
const overhead = 512;

/** Reserve of each open task, so that it can be marked as failed in a full store. */
const roomForEnd = 2_048;

/** Returns the approximate memory of a task, in bytes. */
export function weightOf(task: TaskRecord): number {
  return weigh(task) + overhead + (isOver(task) ? 0 : roomForEnd);
}

/**
 * Returns a frozen copy of a task, as JSON represents it. Throws a TypeError for a value that
 * JSON cannot represent, or an invalid record.
 */
export function keptTask(task: TaskRecord): TaskRecord {
  return soundTask(JSON.parse(JSON.stringify(task)));
}

/** Validates and freezes a parsed task that nobody else refers to. */
export function soundTask(parsed: unknown): TaskRecord {
  const field = isObject(parsed) ? unsoundField(parsed) : "form";
  if (field !== undefined)
    throw new TypeError(`the ${field} of a task is invalid`);
  freeze(parsed);
  // All fields are validated.
  return parsed as TaskRecord;
}

function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  Object.freeze(value);
  for (const part of Object.values(value)) freeze(part);
}

const fixed = ["taskId", "method", "owner", "session", "createdAt"] as const;

/** Throws a TypeError if a change affects the identity, owner or order of a task. */
export function requireSameTask(before: TaskRecord, after: TaskRecord): void {
  const name = fixed.find((name) => before[name] !== after[name]);
  if (name !== undefined)
    throw new TypeError(
      `the ${name} of a task cannot change: create another task`,
    );
}
