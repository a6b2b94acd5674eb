import { sleep } from "../../../protocol/timers/sleep.ts";
import { toError } from "../../../protocol/errors.ts";
import { soundTask } from "../../../tasks/store/keep.ts";
import type { RedisLink } from "../open-redis.ts";
import type { SeenRow } from "./task-table.ts";

/** What is said about tasks, on the bus that processes share. */
export const taskTopic = "tasks";

/** How many tasks one message names. */
const maxBatch = 100;

/** Up to how many characters what a task is now is told with it: longer ones are looked up. */
const maxTold = 4_096;

/** How many are waited with before others are told that anything may have changed. */
const maxUntold = 10_000;

/** How soon what could not be told is told again, in milliseconds. */
const retryMs = 500;

/** A task that has changed: what it was then, or undefined where that is to be looked up. */
export interface ToldTask {
  readonly taskId: string;
  readonly row?: SeenRow;
}

/**
 * Tells other processes which tasks have changed; each looks up those that it watches.
 * What a change of the status made of a task is told with it, so that none is skipped.
 * While a message is under way others gather, and go together. What cannot be told is
 * kept and told later: whoever watches hears of each change in the end.
 */
export class Telling {
  readonly #redis: RedisLink;
  /** In the order of the changes; undefined is one to look up. */
  readonly #untold = new Map<string, (SeenRow | undefined)[]>();
  /** More has changed than is known by name. */
  #isAll = false;
  #run: Promise<void> | undefined;
  #isTelling = false;
  /** Whoever waits does not wait for a Redis that is away. */
  #isFlushed = false;

  constructor(redis: RedisLink) {
    this.#redis = redis;
  }

  /** With what it is now, if others are to hear of that as it is. */
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

  /** Resolves when all is told that can be told now. */
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
        // What was, they need not hear any more: what it is by then is looked up.
        for (const [taskId] of some)
          this.#untold.set(taskId, this.#untold.get(taskId) ?? [undefined]);
        if (this.#isFlushed || closed.aborted) break;
        await sleep(retryMs, closed);
      }
    }
    // At once: whatever is to be told from now on begins anew.
    this.#isTelling = false;
  }

  /** None stands for all. */
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

/** The names of tasks, each alone or with a version and a record. */
function messageOf(some: readonly Untold[]): string {
  const items = some.flatMap(([taskId, rows]) =>
    rows.map((row) => (row ? [taskId, row.version, row.task] : [taskId])),
  );
  return JSON.stringify(items);
}

/**
 * What a message tells; undefined where that may be anything. What is not as it has to
 * be is looked up.
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
