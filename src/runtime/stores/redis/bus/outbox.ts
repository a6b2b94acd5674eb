import { Batches } from "../link/batches.ts";
import { RedisError } from "../link/redis-error.ts";

/** A message on its way. */
export interface BusPost {
  /** Counts up for each process. */
  readonly number: number;
  readonly topic: string;
  readonly message: string;
  /** Everybody else, where it is for nobody. */
  readonly to: string;
}

/** Sends messages in their order. What waits is bounded in bytes. */
export class BusOutbox {
  readonly #batches: Batches<BusPost, boolean>;
  readonly #maxBytes: number;
  #count = 0;

  constructor(
    send: (messages: readonly BusPost[]) => Promise<readonly boolean[]>,
    maxBytes: number,
  ) {
    this.#batches = new Batches(send);
    this.#maxBytes = maxBytes;
  }

  /** Whether it was sent. Throws a RedisError when too much waits, or it is too long. */
  send(topic: string, message: string, to: string): Promise<boolean> {
    const bytes = Buffer.byteLength(message) + 128;
    if (bytes > this.#maxBytes)
      throw new RedisError(
        "refused",
        `Redis: bus.send: the message has ${bytes} bytes, more than the ${this.#maxBytes} of maxWaitingBytes`,
      );
    if (this.#batches.bytes + bytes > this.#maxBytes)
      throw new RedisError(
        "away",
        "Redis: bus.send: too many messages wait for it already",
      );
    const number = ++this.#count;
    return this.#batches.add({ number, topic, message, to }, bytes);
  }

  /** Resolves when nothing waits. */
  empty(): Promise<void> {
    return this.#batches.empty();
  }
}
