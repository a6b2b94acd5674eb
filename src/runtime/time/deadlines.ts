/** What ends at a time, unless it has ended before. */
export interface Expiring {
  /** When, on the clock of `now`; `Infinity` is never. */
  readonly deadline: number;
}

/** What tells the time; it may stand still, where nobody can be late. */
export interface Clock {
  /** Milliseconds that only grow; those of this process by default. */
  now?(): number;
}

/** Milliseconds that only grow, whatever happens to the time of day. */
export function now(): number {
  return performance.now();
}

export function timeOf(clock: Clock): number {
  return clock.now?.() ?? now();
}

/** The longest delay of a timer, in milliseconds: a longer one fires at once. */
export const longestDelay: number = 2 ** 31 - 1;

/**
 * One timer for all that can expire. A timer for each call would cost more than
 * the call: so it is set for the earliest deadline, and looks around when it
 * fires.
 */
export class Deadlines<Item extends Expiring> {
  readonly #items: () => Iterable<Item>;
  readonly #expire: (item: Item) => void;
  readonly #clock: Clock;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #firesAt = Infinity;

  constructor(
    items: () => Iterable<Item>,
    expire: (item: Item) => void,
    clock: Clock,
  ) {
    this.#items = items;
    this.#expire = expire;
    this.#clock = clock;
  }

  now(): number {
    return timeOf(this.#clock);
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
  }

  #fire(): void {
    this.#firesAt = Infinity;
    const time = this.now();
    let next = Infinity;
    for (const item of [...this.#items()]) {
      if (item.deadline <= time) this.#expire(item);
      // What was given more time has another deadline now.
      if (item.deadline > time) next = Math.min(next, item.deadline);
    }
    this.watch(next, time);
  }
}
