import { now } from "../../../protocol/timers/deadlines.ts";
import type { Visit } from "../visit.ts";
import type { LateBody } from "./account.ts";
import type { Kept } from "./kept.ts";
import type { Charge } from "./ledger.ts";

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
