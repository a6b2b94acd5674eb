import type { RedisLink } from "../open-redis.ts";
import { Alarm } from "../../../protocol/timers/alarm.ts";
import { sleep } from "../../../protocol/timers/sleep.ts";
import { toError } from "../../../protocol/errors.ts";
import { expiryOf } from "../../../tasks/life.ts";
import type { TaskRecord } from "../../../tasks/record.ts";
import { readRow, type SeenRow } from "./task-table.ts";

/** Who hears of a task. */
interface Watcher {
  readonly hear: (task: TaskRecord | undefined) => void;
}

/** A task that somebody in this process watches. */
interface Watched {
  readonly watchers: Set<Watcher>;
  /** The latest that is known: some of it may not have been told, as it was so before. */
  row: SeenRow | undefined;
  /** The number of the latest change that was told: what was before it is not told any more. */
  told: number;
  /** Rings when its time is over: nothing else tells that Redis has forgotten it. */
  readonly expiry: Alarm;
}

/** How many are looked up at once. */
const maxReaders = 32;

/** How soon it is looked again whether Redis has forgotten what is past its time, in milliseconds. */
const lateMs = 100;

/** How soon what could not be looked up is looked up again, in milliseconds. */
const retryMs = 500;

/** Tasks that are watched in this process, whoever changes them. */
export class WatchedTasks {
  readonly #redis: RedisLink;
  readonly #watched = new Map<string, Watched>();
  /** What is looked up, and whether it may have changed elsewhere. */
  readonly #stale = new Map<string, boolean>();
  #readers = 0;

  constructor(redis: RedisLink) {
    this.#redis = redis;
  }

  watch(taskId: string, hear: Watcher["hear"]): () => void {
    const watched = this.#watched.get(taskId) ?? this.#begin(taskId);
    // Who listens twice with one function is told twice.
    const own: Watcher = { hear };
    watched.watchers.add(own);
    return () => {
      watched.watchers.delete(own);
      if (watched.watchers.size > 0) return;
      watched.expiry.stop();
      if (this.#watched.get(taskId) === watched) this.#watched.delete(taskId);
    };
  }

  /** The latest of a task that is watched, as far as is known: it may have changed since. */
  latest(taskId: string): SeenRow | undefined {
    return this.#watched.get(taskId)?.row;
  }

  /** A task is this by now, or gone. */
  tell(taskId: string, row: SeenRow | undefined): void {
    const watched = this.#watched.get(taskId);
    if (!watched) return;
    this.#know(watched, row);
    const version = row?.version ?? Infinity;
    if (version <= watched.told) return;
    watched.told = version;
    for (const { hear } of [...watched.watchers])
      try {
        hear(row?.task);
      } catch (error) {
        this.#redis.report(toError(error));
      }
  }

  /** Looks up tasks that others have changed; all that are watched, where it is not known which. */
  lookUp(taskIds: Iterable<string> = this.#watched.keys()): void {
    for (const taskId of taskIds)
      if (this.#watched.has(taskId)) this.#stale.set(taskId, true);
    this.#read();
  }

  /** Nothing is told of what it is already, but when its time is over is to be known. */
  #begin(taskId: string): Watched {
    const expiry = new Alarm(() => this.lookUp([taskId]));
    const watched: Watched = {
      watchers: new Set(),
      row: undefined,
      told: 0,
      expiry,
    };
    this.#watched.set(taskId, watched);
    if (!this.#stale.has(taskId)) this.#stale.set(taskId, false);
    this.#read();
    return watched;
  }

  #know(watched: Watched, row: SeenRow | undefined): void {
    if (row && row.version < (watched.row?.version ?? 0)) return;
    watched.row = row;
    watched.expiry.stop();
    if (!row) return;
    const left = expiryOf(row.task) - Date.now();
    // Redis has a clock of its own.
    if (left < Infinity) watched.expiry.set(Math.max(left, lateMs));
  }

  #read(): void {
    while (this.#readers < maxReaders && this.#readers < this.#stale.size) {
      this.#readers++;
      void this.#readStale();
    }
  }

  #found(taskId: string, isChanged: boolean, row: SeenRow | undefined): void {
    const watched = this.#watched.get(taskId);
    if (isChanged) this.tell(taskId, row);
    else if (watched && row) this.#know(watched, row);
  }

  async #readStale(): Promise<void> {
    const { closed } = this.#redis;
    for (const [taskId, isChanged] of this.#stale) {
      if (closed.aborted) break;
      this.#stale.delete(taskId);
      if (!this.#watched.has(taskId)) continue;
      try {
        this.#found(taskId, isChanged, await readRow(this.#redis, taskId));
      } catch (error) {
        this.#redis.report(toError(error));
        this.#stale.set(taskId, isChanged || this.#stale.get(taskId) === true);
        await sleep(retryMs, closed);
      }
    }
    // At once: whatever is stale from now on finds one reader less.
    this.#readers--;
  }
}
