// The runtime of mcp-gen 0.1.0.

import type { JsonObject } from "./message.js";

/** A change on the server that a client asked to hear of. */
export interface Change {
  readonly method: string;
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

/** A bound on what a server can make a client keep. */
const maxWaiting = 1_000;

/**
 * Changes between a server that tells them and somebody who looks at them. Two
 * that say the same are kept as one, and when too many wait the oldest is lost.
 */
export class ChangeQueue implements AsyncIterable<Change> {
  readonly closed: Promise<Error | undefined>;
  readonly #waiting = new Map<string, Change>();
  readonly #sleepers: (() => void)[] = [];
  #close: (error: Error | undefined) => void = () => {};
  #ended = false;

  constructor() {
    this.closed = new Promise((resolve) => (this.#close = resolve));
  }

  push(change: Change): void {
    if (this.#ended) return;
    const { method, params } = change;
    this.#waiting.set(JSON.stringify([method, params["uri"]]), change);
    if (this.#waiting.size > maxWaiting) this.#take();
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

  /** The oldest change that waits. */
  #take(): Change | undefined {
    for (const [key, change] of this.#waiting) {
      this.#waiting.delete(key);
      return change;
    }
    return undefined;
  }

  #wake(): void {
    for (const wake of this.#sleepers.splice(0)) wake();
  }
}
