/** Task id with its expiry time, in milliseconds since 1970. */
interface Expiry {
  readonly taskId: string;
  readonly at: number;
}

/** Number of stale entries to tolerate beyond one per valid entry. */
const spare = 64;

/**
 * Priority queue of expiry times, so that a sweep visits only expired tasks. A binary heap:
 * each entry expires no later than its two children.
 */
export class Expiries {
  #heap: Expiry[] = [];

  /** Earliest expiry time; `Infinity` without entries. */
  get earliest(): number {
    return this.#heap[0]?.at ?? Infinity;
  }

  add(taskId: string, at: number): void {
    if (at === Infinity) return;
    const heap = this.#heap;
    const entry = { taskId, at };
    let place = heap.push(entry) - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const other = heap[above];
      if (!other || other.at <= at) break;
      heap[place] = other;
      place = above;
    }
    heap[place] = entry;
  }

  /** Removes the earliest entry if it has expired, and returns its task id. */
  takeDue(now: number): string | undefined {
    const [first] = this.#heap;
    if (!first || first.at > now) return undefined;
    const last = this.#heap.pop();
    if (last && this.#heap.length > 0) this.#sink(last);
    return first.taskId;
  }

  /** Removes stale entries if they outnumber the valid ones. */
  tidy(valid: number, isValid: (taskId: string, at: number) => boolean): void {
    if (this.#heap.length <= 2 * valid + spare) return;
    const left = this.#heap.filter(({ taskId, at }) => isValid(taskId, at));
    // A sorted array is a valid heap.
    this.#heap = left.sort((one, other) => one.at - other.at);
  }

  /** Inserts an entry at the root and moves it down to its place. */
  #sink(entry: Expiry): void {
    const heap = this.#heap;
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      const isRight =
        (heap[left + 1]?.at ?? Infinity) < (heap[left]?.at ?? Infinity);
      const below = isRight ? left + 1 : left;
      const other = heap[below];
      if (!other || other.at >= entry.at) break;
      heap[place] = other;
      place = below;
    }
    heap[place] = entry;
  }
}
