/**
 * Shared operation with several waiters, such as a login. Each waiter can
 * leave; when the last one leaves, the signal of the operation aborts.
 */
export class SharedPromise<Result> {
  readonly #done: Promise<Result>;
  readonly #abort = new AbortController();
  #waiting = 0;

  constructor(work: (signal: AbortSignal) => Promise<Result>) {
    this.#done = work(this.#abort.signal);
    // Each waiter receives the rejection through join().
    this.#done.catch(() => {});
  }

  /** True if the operation was aborted and is ending. */
  get isLeft(): boolean {
    return this.#abort.signal.aborted;
  }

  /** Aborts the operation for all waiters. Resolves when it has ended. */
  end(reason: Error): Promise<void> {
    this.#abort.abort(reason);
    return this.over();
  }

  /** Resolves when the operation has ended, with or without an error. */
  over(): Promise<void> {
    return settled(this.#done);
  }

  /** Waits for the result, or rejects with the reason of the signal. */
  async join(signal: AbortSignal): Promise<Result> {
    this.#waiting++;
    try {
      return await untilAborted(this.#done, signal);
    } finally {
      if (--this.#waiting === 0)
        this.#abort.abort(new Error("no caller waits any more"));
    }
  }
}

/**
 * Waits for a promise until the signal aborts. On abort, rejects with the
 * reason of the signal.
 */
export function untilAborted<Value>(
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

/** Resolves when a promise is settled. */
export function settled(promise: Promise<unknown>): Promise<void> {
  const over = (): void => {};
  return promise.then(over, over);
}
