import type { Waiting } from "../../load/waiting.ts";
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
  slow = 0;
  /** When what is plain began, of all that goes on. */
  readonly #plain = new Set<number>();
  /** When something plain was slow: the last time. */
  #slowAt = -Infinity;
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

  /** Takes notice of an operation that begins; what it gives is called at its end. */
  begin(name: string): () => void {
    const began = performance.now();
    const isPlain = plain.has(name);
    if (isPlain) this.#plain.add(began);
    return () => {
      const took = performance.now() - began;
      this.longest = Math.max(this.longest, took);
      if (!isPlain) return;
      this.#plain.delete(began);
      if (took < slowMs) return;
      this.slow++;
      this.#slowAt = performance.now();
    };
  }

  /** Whether plain calls were slow since then, or one has been for so long: the machine is, or parts of it stood still. */
  isSlowSince(then: number): boolean {
    const earliest = performance.now() - slowMs;
    return (
      this.#slowAt > then || [...this.#plain].some((began) => began < earliest)
    );
  }

  /**
   * Waits until a change was heard that a call made just now. While nothing is killed,
   * one that comes late is an error, unless plain calls were slow as well; one that never
   * comes was made by a process that died right behind it.
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
    if (this.isCalmSince(made) && !(isHeard() && this.isSlowSince(made)))
      throw new Error(found);
    this.late.push(found);
  }

  outcome(): Outcome {
    const { order: _, ...counts } = this;
    return { ...counts, milliseconds: performance.now() - this.#start };
  }
}

const enoughFailures = 10;

/** From when on a change is heard of late, and when nobody waits for it any more, in milliseconds. */
const [lateMs, longestUnheard] = [2_000, 30_000];

/** What has nothing to wait for, and how long it takes at most where nothing is in its way, in milliseconds. */
const plain: ReadonlySet<string> = new Set(["echo", "echo in a session"]);
const slowMs = 500;

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
