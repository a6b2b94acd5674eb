import type { Waiting } from "../../../lab/load/waiting.ts";
import type { Ended, Order, Outcome, Weather, Why } from "./report.ts";

/** What all clients of one storm share: what they count, and what they hear of the weather. */
export class Sea {
  readonly order: Order;
  readonly operations: Record<string, number> = {};
  readonly answered: [tool: string, token: string][] = [];
  readonly ended: Ended[] = [];
  readonly failures: string[] = [];
  calls = 0;
  sessions = 0;
  resumed = 0;
  doubled = 0;
  readonly late: string[] = [];
  readonly unheard: string[] = [];
  longest = 0;
  readonly #start = performance.now();
  #isOver = false;
  /** When lightning has struck, or the damage was mended: the last time. */
  #struck = -Infinity;

  constructor(order: Order) {
    this.order = order;
  }

  hear({ kind }: Weather): void {
    this.#struck = performance.now();
    if (kind === "over") this.#isOver = true;
  }

  /** Whether the clients go on. */
  get isGoingOn(): boolean {
    const { calls, order, failures } = this;
    if (failures.length >= enoughFailures) return false;
    return !this.#isOver || calls < order.calls;
  }

  /** Whether nothing has been killed since then, nor shortly before. */
  isCalmSince(then: number): boolean {
    return this.#struck < then - afterglow;
  }

  /**
   * Waits until a change was heard that a call made just now. While nothing is killed,
   * one that comes late is an error; one that never comes was made by a process that
   * died right behind it.
   */
  async changeHeard(
    { tell, until }: Waiting,
    isHeard: () => boolean,
    what: string,
    token: string,
  ): Promise<void> {
    const made = performance.now();
    let isLost = false;
    const timer = setTimeout(() => {
      isLost = true;
      tell();
    }, longestUnheard);
    await until(() => isHeard() || isLost);
    clearTimeout(timer);
    const took = performance.now() - made;
    if (took < lateMs) return;
    const since = ((performance.now() - this.#struck) / 1_000).toFixed(1);
    const found = `${what} ${isHeard() ? "was heard" : "was not heard"} after ${(took / 1_000).toFixed(1)} s, ${since} s after the last lightning`;
    if (!isHeard()) this.unheard.push(token);
    if (this.isCalmSince(made)) throw new Error(found);
    this.late.push(found);
  }

  outcome(): Outcome {
    const { order: _, ...counts } = this;
    return { ...counts, milliseconds: performance.now() - this.#start };
  }
}

const enoughFailures = 10;

/** From when on a change is heard of late, and when nobody waits for it any more, in milliseconds. */
const [lateMs, longestUnheard] = [10_000, 30_000];

/** How long a cluster takes to mend what was killed, at most, in milliseconds. */
const afterglow = 15_000;

/** A call without a result, for a reason that the ledger has to confirm. */
export class NoResult extends Error {
  readonly token: string;
  readonly why: Why;

  constructor(token: string, why: Why, told: string) {
    super(`${why}: ${told}`);
    this.token = token;
    this.why = why;
  }
}
