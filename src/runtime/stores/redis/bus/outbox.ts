import { Batches } from "../link/batches.ts";
import { RedisError } from "../link/redis-error.ts";

/** Message to send. */
export interface BusPost {
  /** Sequence number within the sending process. */
  readonly number: number;
  readonly topic: string;
  readonly message: string;
  /** Name of the receiver; empty for all others. */
  readonly to: string;
}

/** Sends messages in order, with a limit on waiting bytes. */
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

  /**
   * Sends a message. Returns true if the receiver is alive. Throws a RedisError if too many
   * messages wait or the message is too long.
   */
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
        "Redis: bus.send: too many messages are waiting",
      );
    const number = ++this.#count;
    return this.#batches.add({ number, topic, message, to }, bytes);
  }

  /** Resolves when no message waits. */
  empty(): Promise<void> {
    return this.#batches.empty();
  }
}
