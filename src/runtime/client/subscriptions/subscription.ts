import type { JsonObject } from "../../protocol/message.ts";

/** A change on the server that a client asked to hear of. */
export interface Change {
  /** The notification that told it, such as `notifications/tools/list_changed`. */
  readonly method: string;
  /** What it said. */
  readonly params: JsonObject;
}

/** The changes that a client asked for, until one side ends them. */
export interface Subscription extends AsyncIterable<Change> {
  /** What the server agreed to tell: perhaps less than was asked. */
  readonly notifications: JsonObject;
  /** Resolves when there will be no more, with the reason if it broke. */
  readonly closed: Promise<Error | undefined>;
  /** Asks the server for no more. */
  close(): Promise<void>;
}

/** Bounds on what a server can make a client keep: changes, and characters of JSON. */
const maxWaiting = 1_000;
const maxLength = 2 ** 22;

interface Waiting {
  readonly change: Change;
  readonly length: number;
}

/**
 * Changes between a server that tells them and somebody who looks at them. Two
 * that say the same are kept as one, and when too many wait the oldest is lost.
 */
export class ChangeQueue implements AsyncIterable<Change> {
  readonly closed: Promise<Error | undefined>;
  readonly #waiting = new Map<string, Waiting>();
  #length = 0;
  readonly #sleepers: (() => void)[] = [];
  #close: (error: Error | undefined) => void = () => {};
  #ended = false;

  constructor() {
    this.closed = new Promise((resolve) => (this.#close = resolve));
  }

  push(change: Change): void {
    if (this.#ended) return;
    const { method, params } = change;
    const { _meta, ...said } = params;
    const key = JSON.stringify([method, said["uri"] ?? said]);
    const length = key.length + JSON.stringify(params).length;
    this.#length += length - (this.#waiting.get(key)?.length ?? 0);
    this.#waiting.set(key, { change, length });
    while (this.#isFull) this.#take();
    this.#wake();
  }

  end(error?: Error): void {
    this.#ended = true;
    this.#close(error);
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Change> {
    for (;;) {
      const change = this.#take();
      if (change) yield change;
      else if (this.#ended) return;
      else await new Promise<void>((resolve) => this.#sleepers.push(resolve));
    }
  }

  /** The last change waits in any case. */
  get #isFull(): boolean {
    const { size } = this.#waiting;
    return size > maxWaiting || (size > 1 && this.#length > maxLength);
  }

  /** The oldest change that waits. */
  #take(): Change | undefined {
    for (const [key, { change, length }] of this.#waiting) {
      this.#waiting.delete(key);
      this.#length -= length;
      return change;
    }
    return undefined;
  }

  #wake(): void {
    for (const wake of this.#sleepers.splice(0)) wake();
  }
}
