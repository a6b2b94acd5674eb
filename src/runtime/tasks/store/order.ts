import { invalidParams } from "../../protocol/errors.ts";
import type { TaskRecord } from "../record.ts";
import type { TaskList, TaskPage } from "./store.ts";

/** Where a task stands in a list: by the time of its making, then by its name. */
interface Place {
  readonly createdAt: number;
  readonly taskId: string;
}

interface Placed extends Place {
  readonly task: TaskRecord;
}

/** The tasks of one owner, oldest first: in the same order in whatever process. */
export class TaskOrder {
  readonly #rows: Placed[] = [];

  /** Puts a task in its place, or in that of its former self. */
  set(task: TaskRecord): void {
    const row = { ...placeOf(task), task };
    const at = this.#after(row) - 1;
    if (this.#rows[at]?.taskId === task.taskId) this.#rows[at] = row;
    else this.#rows.splice(at + 1, 0, row);
  }

  delete(task: TaskRecord): void {
    const at = this.#after(placeOf(task)) - 1;
    if (this.#rows[at]?.taskId === task.taskId) this.#rows.splice(at, 1);
  }

  /** A page of those that are kept at a time. */
  page(
    { after, limit, session }: TaskPage,
    isKept: (task: TaskRecord) => boolean,
  ): TaskList {
    const tasks: TaskRecord[] = [];
    const start = after === undefined ? 0 : this.#after(readCursor(after));
    for (let at = start; at < this.#rows.length; at++) {
      const task = this.#rows[at]?.task;
      if (!task || !isKept(task)) continue;
      if (session !== undefined && task.session !== session) continue;
      const last = tasks.at(-1);
      if (last && tasks.length >= limit) return { tasks, next: cursorOf(last) };
      tasks.push(task);
    }
    return { tasks };
  }

  /** How many stand at a place or before it. */
  #after(place: Place): number {
    let [low, high] = [0, this.#rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const row = this.#rows[middle];
      if (row && !isBefore(place, row)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function isBefore(one: Place, other: Place): boolean {
  return one.createdAt === other.createdAt
    ? one.taskId < other.taskId
    : one.createdAt < other.createdAt;
}

function placeOf({ createdAt, taskId }: TaskRecord): Place {
  return { createdAt: Date.parse(createdAt), taskId };
}

/** Tells nobody more than the task's own client knows. */
export function cursorOf(task: TaskRecord): string {
  const { createdAt, taskId } = placeOf(task);
  return `${createdAt}.${taskId}`;
}

export function readCursor(cursor: string): Place {
  const [, time, taskId] = /^(\d{1,16})\.(.+)$/s.exec(cursor) ?? [];
  if (time === undefined || taskId === undefined)
    throw invalidParams("no list of tasks gave this cursor: begin without one");
  return { createdAt: Number(time), taskId };
}
