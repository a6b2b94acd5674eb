/**
 * Work that several wait for, such as a login. Whoever leaves ends it for himself
 * alone; when nobody waits any more, its signal aborts.
 */
export class Shared<Result> {
  readonly #done: Promise<Result>;
  readonly #abort = new AbortController();
  #waiting = 0;

  constructor(work: (signal: AbortSignal) => Promise<Result>) {
    this.#done = work(this.#abort.signal);
    // Whoever waits hears of it.
    this.#done.catch(() => {});
  }

  /** Whether nobody waited any more: it is on its way to its end. */
  get isLeft(): boolean {
    return this.#abort.signal.aborted;
  }

  /** Ends it for all that wait, where it can still be ended; resolves when it is over. */
  end(reason: Error): Promise<void> {
    this.#abort.abort(reason);
    return this.over();
  }

  /** Resolves when it is over, however it ended. */
  over(): Promise<void> {
    return settled(this.#done);
  }

  /** Waits for the result, or rejects with the reason of the signal. */
  async join(signal: AbortSignal): Promise<Result> {
    this.#waiting++;
    try {
      return await unlessAborted(this.#done, signal);
    } finally {
      if (--this.#waiting === 0)
        this.#abort.abort(new Error("nobody waits for it any more"));
    }
  }
}

/** Waits for a promise, but no longer than until the signal aborts: then rejects with its reason. */
export function unlessAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason as Error);
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave, { once: true });
    promise
      .finally(() => signal.removeEventListener("abort", leave))
      .then(resolve, reject);
  });
}

/** Resolves when a promise is over, however it ended. */
export function settled(promise: Promise<unknown>): Promise<void> {
  const over = (): void => {};
  return promise.then(over, over);
}
