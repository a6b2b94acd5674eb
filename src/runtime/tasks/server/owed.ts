import { Alarm } from "../../protocol/timers/alarm.ts";
import { now } from "../../protocol/timers/deadlines.ts";
import { TaskStoreFullError } from "../store/bounds.ts";
import type { TaskStore } from "../store/store.ts";

/** Changes a task, as its store takes it. */
type TaskChange = Parameters<TaskStore["update"]>[1];

/** How often what a store did not take is tried again, in milliseconds. */
const retryMs = 1_000;

/** For how long what a task came to is kept for a store that is away, in milliseconds: one hour. */
const keepMs = 3_600_000;

/** How many bytes of all that are kept so, about: 16 MiB. */
const maxBytes = 16 * 1024 * 1024;

/** How a task ends whose store has not taken that yet. */
interface Owed {
  readonly change: TaskChange;
  /** What `change` keeps in memory, about. */
  readonly bytes: number;
  /** How long it is tried, on the clock of `now`. */
  readonly until: number;
  /** How it ends where that cannot be kept. */
  readonly otherwise: TaskChange | undefined;
}

/** How a task ends by what it came to, which is worth a while. */
export interface TaskEnding {
  readonly change: TaskChange;
  /** How many bytes that keeps in memory until its store has it, about. */
  weigh(): number;
  /** How the task ends where there is no room for that, or no time any more. */
  readonly otherwise: TaskChange;
}

/**
 * The ends of tasks whose store was away: they are tried again until it takes them. What
 * a task came to is kept for that, within bounds of time and bytes.
 */
export class OwedEnds {
  readonly #update: (taskId: string, change: TaskChange) => Promise<unknown>;
  readonly #owed = new Map<string, Owed>();
  readonly #retry = new Alarm(() => void this.settle());
  #bytes = 0;
  #hasEnded = false;

  /** `update` reports what it rejects with, where somebody should hear of it. */
  constructor(
    update: (taskId: string, change: TaskChange) => Promise<unknown>,
  ) {
    this.#update = update;
  }

  /** What a task came to, while there is room for it. */
  add(taskId: string, { change, weigh, otherwise }: TaskEnding): void {
    const bytes = weigh();
    if (this.#bytes + bytes > maxBytes) return this.addPlain(taskId, otherwise);
    const until = now() + keepMs;
    this.#put(taskId, { change, bytes, until, otherwise });
    this.#retry.set(retryMs);
  }

  /** An end that keeps nothing in memory. */
  addPlain(taskId: string, change: TaskChange): void {
    this.#put(taskId, plain(change));
    this.#retry.set(retryMs);
  }

  /** Tries all once, until the first that fails. */
  async settle(): Promise<void> {
    for (const [taskId, owed] of this.#owed)
      try {
        await this.#update(taskId, owed.change);
        this.#drop(taskId);
      } catch (error) {
        // The others have their turn first.
        this.#drop(taskId);
        this.#put(taskId, nextOf(owed, error));
        // What was on its way at the end may fail behind it.
        if (!this.#hasEnded) this.#retry.set(retryMs);
        return;
      }
  }

  /** Nothing is tried any more. */
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

/** Whether a store is there, and does not take this: it would not do so later either. */
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
