/** A name, and when its time is over in milliseconds since 1970. */
interface Expiry {
  readonly taskId: string;
  readonly at: number;
}

/** How many entries that are no longer valid are kept, beside one for each that is. */
const spare = 64;

/**
 * Which tasks are past their time, earliest first: what is not past it is not looked
 * at, however much there is. A heap: an entry is at most as late as the two behind it.
 */
export class Expiries {
  #heap: Expiry[] = [];

  /** When the first is due; `Infinity` when none ever is. */
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

  /** Takes the earliest out, if it is due. */
  takeDue(now: number): string | undefined {
    const [first] = this.#heap;
    if (!first || first.at > now) return undefined;
    const last = this.#heap.pop();
    if (last && this.#heap.length > 0) this.#sink(last);
    return first.taskId;
  }

  /** Forgets what is not valid any more, when there is more of that than of the rest. */
  tidy(valid: number, isValid: (taskId: string, at: number) => boolean): void {
    if (this.#heap.length <= 2 * valid + spare) return;
    const left = this.#heap.filter(({ taskId, at }) => isValid(taskId, at));
    // In order, it is a heap.
    this.#heap = left.sort((one, other) => one.at - other.at);
  }

  /** Puts an entry in at the top, and to where it belongs. */
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
