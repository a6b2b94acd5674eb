/** What ends at a time, unless it has ended before. */
export interface Expiring {
  /** When, on the clock of `now`; `Infinity` is never. */
  readonly deadline: number;
}

/** A clock that may stand still, where nobody can be late. */
export interface Clock {
  /** For how long it stood still so far, in milliseconds. */
  readonly lost: number;
}

/** What may have a clock of its own: by which the time of calls is over. */
export interface Timed {
  /** Stops while nobody can be late. */
  readonly clock?: Clock;
}

/** Milliseconds that only grow, whatever happens to the time of day. */
export function now(): number {
  return performance.now();
}

/** The longest delay of a timer, in milliseconds: a longer one fires at once. */
export const longestDelay: number = 2 ** 31 - 1;

/** A timer that is later than this was kept waiting: by a process that stood still, or was busy. In milliseconds. */
export const lateBy = 50;

/** How long such a process may read what came meanwhile, before its time is over: in milliseconds. */
export const readingTime = 500;

/**
 * One timer for all that can expire. A timer for each call would cost more than
 * the call: so it is set for the earliest deadline, and looks around when it
 * fires.
 */
export class Deadlines<Item extends Expiring> {
  readonly #items: ReadonlyMap<unknown, Item>;
  readonly #expire: (item: Item) => void;
  readonly #timed: Timed;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #firesAt = Infinity;
  #isReading = false;

  constructor(
    items: ReadonlyMap<unknown, Item>,
    expire: (item: Item) => void,
    timed: Timed,
  ) {
    this.#items = items;
    this.#expire = expire;
    this.#timed = timed;
  }

  now(): number {
    return performance.now() - (this.#timed.clock?.lost ?? 0);
  }

  /** Takes notice of a new deadline; `time` is what the clock says. */
  watch(deadline: number, time: number = this.now()): void {
    if (!(deadline < this.#firesAt)) return;
    clearTimeout(this.#timer);
    this.#firesAt = deadline;
    // A timer may fire a little before its time: then it is set once more.
    const delay = Math.min(Math.ceil(deadline - time), longestDelay);
    this.#timer = setTimeout(() => this.#fire(), Math.max(delay, 0));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#firesAt = Infinity;
    this.#isReading = false;
  }

  #fire(): void {
    const time = this.now();
    // Timers are served before input: the answer may be here, and nobody has read it.
    this.#isReading = !this.#isReading && time - this.#firesAt > lateBy;
    if (this.#isReading) {
      this.#timer = setTimeout(() => this.#fire(), readingTime);
      return;
    }
    this.#firesAt = Infinity;
    for (const item of [...this.#items.values()]) {
      if (item.deadline <= time) this.#expire(item);
      // What was given more time has another deadline now.
      if (item.deadline > time) this.watch(item.deadline, time);
    }
  }
}
