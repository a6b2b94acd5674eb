import { sleep } from "../../../protocol/timers/sleep.ts";
import { toError } from "../../../protocol/errors.ts";
import { soundTask } from "../../../tasks/store/keep.ts";
import type { RedisLink } from "../open-redis.ts";
import type { SeenRow } from "./task-table.ts";

/** Bus topic of task changes. */
export const taskTopic = "tasks";

/** Maximum number of tasks per message. */
const maxBatch = 100;

/**
 * Maximum length of a record in a message, in characters; receivers read longer ones from
 * Redis.
 */
const maxTold = 4_096;

/** Maximum number of waiting tasks; beyond it, the others are told to read all tasks. */
const maxUntold = 10_000;

/** Delay before another attempt, in milliseconds. */
const retryMs = 500;

/** Changed task: its state then, or undefined if it must be read. */
export interface ToldTask {
  readonly taskId: string;
  readonly row?: SeenRow;
}

/**
 * Announces changed tasks to the other processes, which read the tasks that they watch.
 * Messages contain the states after a change of the status, so that none is skipped. Changes
 * during a send are batched. Failed messages are retried, so watchers learn of each change in
 * the end.
 */
export class Telling {
  readonly #redis: RedisLink;
  /** Waiting changes by task, in order; undefined is a state to read. */
  readonly #untold = new Map<string, (SeenRow | undefined)[]>();
  /** True if more tasks have changed than are listed. */
  #isAll = false;
  #run: Promise<void> | undefined;
  #isTelling = false;
  /** True during a flush, which does not wait for an unavailable Redis. */
  #isFlushed = false;

  constructor(redis: RedisLink) {
    this.#redis = redis;
  }

  /** Queues a change, with the new state if others need it. */
  tell(taskId: string, row?: SeenRow): void {
    const isShort = row && JSON.stringify(row.task).length <= maxTold;
    const rows = this.#untold.get(taskId) ?? [];
    if (isShort) rows.push(row);
    else if (rows.length === 0 || rows.at(-1)) rows.push(undefined);
    this.#untold.set(taskId, rows);
    if (this.#untold.size > maxUntold) {
      this.#isAll = true;
      this.#untold.clear();
    }
    if (!this.#isTelling) this.#run = this.#tellAll();
  }

  /** Resolves when all waiting changes have been sent, as far as possible. */
  async flush(): Promise<void> {
    this.#isFlushed = true;
    await this.#run;
    this.#isFlushed = false;
  }

  async #tellAll(): Promise<void> {
    const { bus, closed } = this.#redis;
    this.#isTelling = true;
    while (this.#isAll || this.#untold.size > 0) {
      const some = this.#take();
      try {
        await bus.send(taskTopic, messageOf(some));
      } catch (error) {
        this.#redis.report(toError(error));
        if (some.length === 0) this.#isAll = true;
        // Old states are dropped: the receivers read the current one.
        for (const [taskId] of some)
          this.#untold.set(taskId, this.#untold.get(taskId) ?? [undefined]);
        if (this.#isFlushed || closed.aborted) break;
        await sleep(retryMs, closed);
      }
    }
    // Synchronously, so that the next change starts a new run.
    this.#isTelling = false;
  }

  /** Takes the next batch; an empty one stands for all tasks. */
  #take(): readonly Untold[] {
    if (this.#isAll) {
      this.#isAll = false;
      this.#untold.clear();
      return [];
    }
    const some = [...this.#untold].slice(0, maxBatch);
    for (const [taskId] of some) this.#untold.delete(taskId);
    return some;
  }
}

type Untold = readonly [string, readonly (SeenRow | undefined)[]];

/** Returns a message with task ids, each with a version and a record if known. */
function messageOf(some: readonly Untold[]): string {
  const items = some.flatMap(([taskId, rows]) =>
    rows.map((row) => (row ? [taskId, row.version, row.task] : [taskId])),
  );
  return JSON.stringify(items);
}

/**
 * Parses a message; undefined if all tasks may have changed. Invalid states are read from
 * Redis.
 */
export function toldTasks(message: string): readonly ToldTask[] | undefined {
  const items: unknown = JSON.parse(message);
  if (!Array.isArray(items) || items.length === 0) return undefined;
  return items.filter(Array.isArray).flatMap(toldTask);
}

function toldTask(item: readonly unknown[]): ToldTask[] {
  const [taskId, version, record] = item;
  if (typeof taskId !== "string") return [];
  if (typeof version !== "number") return [{ taskId }];
  try {
    return [{ taskId, row: { version, task: soundTask(record) } }];
  } catch {
    return [{ taskId }];
  }
}
