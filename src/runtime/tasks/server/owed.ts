import { Alarm } from "../../protocol/timers/alarm.ts";
import { now } from "../../protocol/timers/deadlines.ts";
import { TaskStoreFullError } from "../store/bounds.ts";
import type { TaskStore } from "../store/store.ts";

/** Update function, as the store accepts it. */
type TaskChange = Parameters<TaskStore["update"]>[1];

/** Delay before another attempt, in milliseconds. */
const retryMs = 1_000;

/** Maximum time to retain a result for a store that fails, in milliseconds: one hour. */
const keepMs = 3_600_000;

/** Approximate limit on all retained results, in bytes: 16 MiB. */
const maxBytes = 16 * 1024 * 1024;

/** End of a task that is not stored yet. */
interface Owed {
  readonly change: TaskChange;
  /** Approximate memory of `change`, in bytes. */
  readonly bytes: number;
  /** Time until which it is retried, on the clock of `now`. */
  readonly until: number;
  /** Replacement if the result cannot be stored. */
  readonly otherwise: TaskChange | undefined;
}

/** End of a task with its result. */
export interface TaskEnding {
  readonly change: TaskChange;
  /** Returns the approximate memory of `change`, in bytes. */
  weigh(): number;
  /** Replacement without the result, if there is no memory or time left. */
  readonly otherwise: TaskChange;
}

/**
 * Ends of tasks whose store failed. Retries them until the store accepts them. Results are
 * retained within limits of time and memory.
 */
export class OwedEnds {
  readonly #update: (taskId: string, change: TaskChange) => Promise<unknown>;
  readonly #owed = new Map<string, Owed>();
  readonly #retry = new Alarm(() => void this.settle());
  #bytes = 0;
  #hasEnded = false;

  /** `update` reports its own errors if needed. */
  constructor(
    update: (taskId: string, change: TaskChange) => Promise<unknown>,
  ) {
    this.#update = update;
  }

  /** Adds an end with a result; without enough memory, adds its replacement. */
  add(taskId: string, { change, weigh, otherwise }: TaskEnding): void {
    const bytes = weigh();
    if (this.#bytes + bytes > maxBytes) return this.addPlain(taskId, otherwise);
    const until = now() + keepMs;
    this.#put(taskId, { change, bytes, until, otherwise });
    this.#retry.set(retryMs);
  }

  /** Adds an end that needs no memory. */
  addPlain(taskId: string, change: TaskChange): void {
    this.#put(taskId, plain(change));
    this.#retry.set(retryMs);
  }

  /** Tries each end once, up to the first failure. */
  async settle(): Promise<void> {
    for (const [taskId, owed] of this.#owed)
      try {
        await this.#update(taskId, owed.change);
        this.#drop(taskId);
      } catch (error) {
        // Moves the failed end behind the others.
        this.#drop(taskId);
        this.#put(taskId, nextOf(owed, error));
        // An update in progress may fail after the end; it is not retried.
        if (!this.#hasEnded) this.#retry.set(retryMs);
        return;
      }
  }

  /** Stops all retries. */
  end(): void {
    this.#hasEnded = true;
    this.#retry.stop();
  }

  #put(taskId: string, owed: Owed): void {
    this.#drop(taskId);
    this.#owed.set(taskId, owed);
    this.#bytes += owed.bytes;
  }

  #drop(taskId: string): void {
    this.#bytes -= this.#owed.get(taskId)?.bytes ?? 0;
    this.#owed.delete(taskId);
  }
}

/** Returns true if the store rejected the change itself, so a retry is useless. */
export function isRefusedForGood(error: unknown): boolean {
  return error instanceof TaskStoreFullError || error instanceof TypeError;
}

function plain(change: TaskChange): Owed {
  return { change, bytes: 0, until: Infinity, otherwise: undefined };
}

function nextOf(owed: Owed, error: unknown): Owed {
  const { otherwise, until } = owed;
  const isLost = isRefusedForGood(error) || now() > until;
  return otherwise && isLost ? plain(otherwise) : owed;
}
