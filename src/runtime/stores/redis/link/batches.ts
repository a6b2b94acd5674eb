interface Waiting<Item, Result> {
  readonly item: Item;
  readonly bytes: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Limits of one batch. */
const maxBatch = 128;
const maxBatchBytes = 1024 * 1024;

/**
 * Sends items in order, also if one is retried. Items that arrive during a send form the next
 * batch.
 */
export class Batches<Item, Result> {
  readonly #send: (items: readonly Item[]) => Promise<readonly Result[]>;
  #waiting: Waiting<Item, Result>[] = [];
  #bytes = 0;
  #isSending = false;
  readonly #whenEmpty: (() => void)[] = [];

  /** A failed batch rejects all of its items. */
  constructor(send: (items: readonly Item[]) => Promise<readonly Result[]>) {
    this.#send = send;
  }

  /** Size of the items that are not sent yet, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  add(item: Item, bytes: number): Promise<Result> {
    this.#bytes += bytes;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, bytes, resolve, reject });
      if (!this.#isSending) void this.#run();
    });
  }

  /** Resolves when no item waits, after all results. */
  empty(): Promise<void> {
    if (!this.#isSending) return Promise.resolve();
    return new Promise((resolve) => this.#whenEmpty.push(resolve));
  }

  async #run(): Promise<void> {
    this.#isSending = true;
    while (this.#waiting.length > 0) await this.#sendSome(this.#take());
    this.#isSending = false;
    for (const resolve of this.#whenEmpty.splice(0)) resolve();
  }

  async #sendSome(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#send(batch.map(({ item }) => item));
      for (const [at, one] of batch.entries())
        // There is one result per item, in order.
        one.resolve(results[at] as Result);
    } catch (error) {
      for (const one of batch) one.reject(error);
    }
    for (const { bytes } of batch) this.#bytes -= bytes;
  }

  /** Takes the next batch, of at least one item. */
  #take(): readonly Waiting<Item, Result>[] {
    let bytes = 0;
    let count = 0;
    for (const one of this.#waiting) {
      bytes += one.bytes;
      if (count >= maxBatch || (count > 0 && bytes > maxBatchBytes)) break;
      count++;
    }
    return this.#waiting.splice(0, count);
  }
}
