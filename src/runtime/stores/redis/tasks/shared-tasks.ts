import type { RedisLink } from "../open-redis.ts";
import { Alarm } from "../../../protocol/timers/alarm.ts";
import { toError } from "../../../protocol/errors.ts";
import type { TaskRecord } from "../../../tasks/record.ts";
import type { HearLeft } from "../../../tasks/store/store.ts";
import { leftTasks } from "./left-tasks.ts";
import type { SeenRow } from "./task-table.ts";
import { taskTopic, Telling, toldTasks } from "./telling.ts";
import { WatchedTasks } from "./watched-tasks.ts";

/**
 * Interval of checks for dead processes without a notice, such as those that left with running
 * tasks, in milliseconds.
 */
const lookMs = 60_000;

/** Delay of the next check after a failure, in milliseconds. */
const retryMs = 1_000;

/** Watched tasks and bus messages of all stores of one link. */
export class SharedTasks {
  readonly watched: WatchedTasks;
  readonly #redis: RedisLink;
  readonly #telling: Telling;
  /** Open stores with their callbacks. */
  readonly #open = new Map<object, HearLeft>();
  readonly #turn: Alarm = new Alarm(() => this.#look());
  #listening: Promise<() => void> | undefined;
  #isLooking = false;
  #isLookDue = false;

  constructor(redis: RedisLink) {
    this.#redis = redis;
    this.watched = new WatchedTasks(redis);
    this.#telling = new Telling(redis);
  }

  /** Opens a store; no change after this is missed. Returns the open tasks of dead processes. */
  async open(store: object, left: HearLeft): Promise<readonly TaskRecord[]> {
    await this.#listen();
    const tasks = await leftTasks(this.#redis);
    this.#open.set(store, left);
    this.#turn.set(lookMs);
    return tasks;
  }

  /**
   * Announces a change or removal by this process. The new state is sent along if the status
   * has changed.
   */
  changed(taskId: string, row?: SeenRow, before?: SeenRow): void {
    this.watched.tell(taskId, row);
    const isStep = row?.task.status !== before?.task.status;
    this.#telling.tell(taskId, isStep ? row : undefined);
  }

  #hear(message: string): void {
    const told = toldTasks(message);
    if (!told) return this.watched.lookUp();
    for (const { taskId, row } of told)
      if (row) this.watched.tell(taskId, row);
      else this.watched.lookUp([taskId]);
  }

  async close(store: object): Promise<void> {
    this.#open.delete(store);
    await this.#telling.flush();
    if (this.#open.size > 0) return;
    this.#turn.stop();
    const stop = await this.#listening?.catch(() => undefined);
    this.#listening = undefined;
    stop?.();
  }

  #listen(): Promise<() => void> {
    if (this.#listening) return this.#listening;
    const { bus } = this.#redis;
    const anew = (): void => {
      this.watched.lookUp();
      this.#look();
    };
    const listening = bus
      .listen(taskTopic, {
        heard: (message) => this.#hear(message),
        // The dead process may not have announced its last changes.
        gone: anew,
        missed: anew,
      })
      .catch((error: unknown) => {
        this.#listening = undefined;
        throw error;
      });
    this.#listening = listening;
    return listening;
  }

  /** Checks for tasks of dead processes; repeats the check if it is called meanwhile. */
  #look(): void {
    this.#isLookDue = true;
    if (!this.#isLooking) void this.#lookAround();
  }

  async #lookAround(): Promise<void> {
    this.#isLooking = true;
    while (this.#isLookDue && this.#open.size > 0) {
      this.#isLookDue = false;
      let next = lookMs;
      try {
        const tasks = await leftTasks(this.#redis);
        if (tasks.length > 0)
          for (const left of this.#open.values()) left(tasks);
      } catch (error) {
        this.#redis.report(toError(error));
        next = retryMs;
      }
      this.#turn.stop();
      if (this.#open.size > 0) this.#turn.set(next);
    }
    this.#isLooking = false;
  }
}
