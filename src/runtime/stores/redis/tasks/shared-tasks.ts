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
 * How often it is looked whether a process is gone that nobody was told of, such as one
 * that said goodbye with tasks at work, in milliseconds.
 */
const lookMs = 60_000;

/** How soon that is tried again where Redis is away. */
const retryMs = 1_000;

/** What the stores of one link hear of other processes, and tell them. */
export class SharedTasks {
  readonly watched: WatchedTasks;
  readonly #redis: RedisLink;
  readonly #telling: Telling;
  /** The stores that are open. */
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

  /** A store begins: nothing that is told from now on is missed. Gives what dead processes left. */
  async open(store: object, left: HearLeft): Promise<readonly TaskRecord[]> {
    await this.#listen();
    const tasks = await leftTasks(this.#redis);
    this.#open.set(store, left);
    this.#turn.set(lookMs);
    return tasks;
  }

  /** This process has changed a task, or removed it: others hear what it is now where its status has changed. */
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
        // It may have changed what it could not tell any more.
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

  /** Once more, where something happens while it looks. */
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
