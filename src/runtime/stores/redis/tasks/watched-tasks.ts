import type { RedisLink } from "../open-redis.ts";
import { Alarm } from "../../../protocol/timers/alarm.ts";
import { sleep } from "../../../protocol/timers/sleep.ts";
import { toError } from "../../../protocol/errors.ts";
import { expiryOf } from "../../../tasks/life.ts";
import type { TaskRecord } from "../../../tasks/record.ts";
import { readRow, type SeenRow } from "./task-table.ts";

/** Watcher of a task. */
interface Watcher {
  readonly hear: (task: TaskRecord | undefined) => void;
}

/** Task with watchers in this process. */
interface Watched {
  readonly watchers: Set<Watcher>;
  /**
   * Last known state; watchers may not have been notified of it if it existed before they
   * started.
   */
  row: SeenRow | undefined;
  /** Version of the last notification; earlier versions are not announced. */
  told: number;
  /** Timer for the expiry, as Redis does not announce it. */
  readonly expiry: Alarm;
}

/** Maximum number of concurrent reads. */
const maxReaders = 32;

/** Minimum delay of the expiry check, in milliseconds. */
const lateMs = 100;

/** Delay before another attempt to read, in milliseconds. */
const retryMs = 500;

/** Tasks that this process watches, whichever process changes them. */
export class WatchedTasks {
  readonly #redis: RedisLink;
  readonly #watched = new Map<string, Watched>();
  /** Tasks to read, and whether they may have changed. */
  readonly #stale = new Map<string, boolean>();
  #readers = 0;

  constructor(redis: RedisLink) {
    this.#redis = redis;
  }

  watch(taskId: string, hear: Watcher["hear"]): () => void {
    const watched = this.#watched.get(taskId) ?? this.#begin(taskId);
    // A function that watches twice is called twice.
    const own: Watcher = { hear };
    watched.watchers.add(own);
    return () => {
      watched.watchers.delete(own);
      if (watched.watchers.size > 0) return;
      watched.expiry.stop();
      if (this.#watched.get(taskId) === watched) this.#watched.delete(taskId);
    };
  }

  /** Returns the last known state of a watched task, which may be outdated. */
  latest(taskId: string): SeenRow | undefined {
    return this.#watched.get(taskId)?.row;
  }

  /** Notifies watchers of a state or the removal of a task. */
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

  /** Reads tasks that other processes have changed; by default, all watched tasks. */
  lookUp(taskIds: Iterable<string> = this.#watched.keys()): void {
    for (const taskId of taskIds)
      if (this.#watched.has(taskId)) this.#stale.set(taskId, true);
    this.#read();
  }

  /** Starts watching: reads the task to learn its expiry, without a notification. */
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
    // The clock of Redis may differ.
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
    // Synchronously, so that a new stale task starts another reader.
    this.#readers--;
  }
}
