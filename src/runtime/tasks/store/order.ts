import { invalidParams } from "../../protocol/errors.ts";
import type { TaskRecord } from "../record.ts";
import type { TaskList, TaskPage } from "./store.ts";

/** Position of a task in a list: by creation time, then by id. */
interface Place {
  readonly createdAt: number;
  readonly taskId: string;
}

interface Placed extends Place {
  readonly task: TaskRecord;
}

/** Tasks of one owner, oldest first; all processes use the same order. */
export class TaskOrder {
  readonly #rows: Placed[] = [];

  /** Inserts or replaces a task. */
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

  /** Returns a page of the tasks that have not expired. */
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

  /** Returns the number of tasks up to and including a position. */
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

/** Returns the cursor of a task. It contains only what the client knows. */
export function cursorOf(task: TaskRecord): string {
  const { createdAt, taskId } = placeOf(task);
  return `${createdAt}.${taskId}`;
}

export function readCursor(cursor: string): Place {
  const [, time, taskId] = /^(\d{1,16})\.(.+)$/s.exec(cursor) ?? [];
  if (time === undefined || taskId === undefined)
    throw invalidParams("Invalid cursor: start again without a cursor");
  return { createdAt: Number(time), taskId };
}
