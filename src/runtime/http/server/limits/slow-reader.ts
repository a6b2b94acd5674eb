import { TransportError } from "../../../protocol/errors.ts";
import type { ResolvedOptions } from "../resolve-options.ts";
import { now, readingTime } from "../../../protocol/timers/deadlines.ts";
import type { HttpExchange } from "../exchange.ts";
import type { Evictable, MemoryReservation } from "./client-usage.ts";
import type { MemoryLimiter } from "./memory-limiter.ts";

/**
 * How long a client may take nothing of what waits for it, in milliseconds. Every
 * stream has comments meanwhile, so that one that reads takes something.
 */
export function maxSilentMs({
  keepAliveMs,
  bodyTimeoutMs,
}: Pick<ResolvedOptions, "keepAliveMs" | "bodyTimeoutMs">): number {
  return Math.max(8 * keepAliveMs, 2 * bodyTimeoutMs);
}

/** Why a client is cut off. */
export function slowReaderError(waiting: number): TransportError {
  return new TransportError(
    `the client does not read: ${waiting} bytes wait for it`,
  );
}

/** What the platform itself keeps of an answer whose client reads, in bytes. */
export const unreadAllowance: number = 64 * 1024;

/**
 * Counts what waits for a client that does not read an answer. It is kept
 * already: so one answer is never too much, however long it is; but one of many.
 */
export class UnreadAnswer implements Evictable {
  activeAt: number = now();
  readonly #limiter: MemoryLimiter;
  readonly #reservation: MemoryReservation;
  readonly #cut: () => void;

  constructor(limiter: MemoryLimiter, exchange: HttpExchange, cut: () => void) {
    this.#limiter = limiter;
    this.#cut = cut;
    this.#reservation = { client: limiter.usageOf(exchange), bytes: 0 };
    this.#reservation.client.answers.add(this);
  }

  /** Takes how much waits now; false when it is given up. */
  setWaiting(bytes: number): boolean {
    const { client } = this.#reservation;
    if (bytes < this.#reservation.bytes) this.#moved();
    this.#limiter.ledger.set(this.#reservation, bytes);
    return client.answers.size === 1 || !this.#limiter.ledger.isOver(client);
  }

  evict(): void {
    this.#cut();
  }

  /** Nothing waits any more. */
  end(): void {
    this.#reservation.client.answers.delete(this);
    this.#limiter.ledger.set(this.#reservation, 0);
  }

  #moved(): void {
    const { answers } = this.#reservation.client;
    this.activeAt = now();
    answers.delete(this);
    answers.add(this);
  }
}

type Timer = ReturnType<typeof setTimeout>;

/**
 * Acts after so many milliseconds, by two timers, each of which is told: where this
 * process stood still, time may be over although a client was in time, as timers are
 * served before input. What came meanwhile is read during the second.
 */
export function twoStepTimeout(
  milliseconds: number,
  told: (timer: Timer) => void,
  act: () => void,
): void {
  const last = Math.min(readingTime, milliseconds / 2);
  const read = (): void => told(setTimeout(act, last));
  told(setTimeout(read, milliseconds - last));
}

/**
 * A body that is short and comes soon is not counted while it comes: most are
 * such, and to count them would take as long as to read them.
 */
export const promptBodyMs = 50;

/** How long such a body may be, in bytes. */
export const promptBodyBytes: number = 16 * 1024;
