import { TransportError } from "../../../protocol/errors.ts";
import type { ResolvedOptions } from "../resolve-options.ts";
import { now, readingTime } from "../../../protocol/timers/deadlines.ts";
import type { Visit } from "../exchange.ts";
import type { LateBody, Charge } from "./client-usage.ts";
import type { Kept } from "./memory-limiter.ts";

/**
 * How long a client may take nothing of what waits for it, in milliseconds. Every
 * stream has comments meanwhile, so that one that reads takes something.
 */
export function silenceOf({
  keepAliveMs,
  bodyTimeoutMs,
}: Pick<ResolvedOptions, "keepAliveMs" | "bodyTimeoutMs">): number {
  return Math.max(8 * keepAliveMs, 2 * bodyTimeoutMs);
}

/** Why a client is cut off. */
export function unread(waiting: number): TransportError {
  return new TransportError(
    `the client does not read: ${waiting} bytes wait for it`,
  );
}

/** What the platform itself keeps of an answer whose client reads, in bytes. */
export const usualUnread: number = 64 * 1024;

/**
 * Counts what waits for a client that does not read an answer. It is kept
 * already: so one answer is never too much, however long it is; but one of many.
 */
export class Unread implements LateBody {
  heardAt: number = now();
  readonly #kept: Kept;
  readonly #charge: Charge;
  readonly #cut: () => void;

  constructor(kept: Kept, visit: Visit, cut: () => void) {
    this.#kept = kept;
    this.#cut = cut;
    this.#charge = { account: kept.accountOf(visit), bytes: 0 };
    this.#charge.account.answers.add(this);
  }

  /** Takes how much waits now; false when it is given up. */
  waits(bytes: number): boolean {
    const { account } = this.#charge;
    if (bytes < this.#charge.bytes) this.#moved();
    this.#kept.ledger.set(this.#charge, bytes);
    return account.answers.size === 1 || !this.#kept.ledger.isOver(account);
  }

  giveWay(): void {
    this.#cut();
  }

  /** Nothing waits any more. */
  end(): void {
    this.#charge.account.answers.delete(this);
    this.#kept.ledger.set(this.#charge, 0);
  }

  #moved(): void {
    const { answers } = this.#charge.account;
    this.heardAt = now();
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
export function afterReading(
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
