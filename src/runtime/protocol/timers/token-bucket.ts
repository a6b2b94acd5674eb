import { now } from "./deadlines.ts";

/** Lets so many things pass in a second, and so many at once. */
export class TokenBucket {
  readonly #perSecond: number;
  readonly #burst: number;
  #tokens: number;
  /** On the clock of `now`. */
  #filledAt: number = now();

  /** `Infinity` lets everything pass; at once may come what may in a second. */
  constructor(perSecond: number, burst: number = Math.max(perSecond, 1)) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#tokens = burst;
  }

  /** Whether one more may pass now; then it counts. */
  take(): boolean {
    this.#fill();
    if (this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }

  /** How long it takes until one more may pass, in milliseconds. */
  get delay(): number {
    this.#fill();
    const missing = Math.max(1 - this.#tokens, 0);
    return Math.ceil((missing / this.#perSecond) * 1_000);
  }

  #fill(): void {
    const time = now();
    const more = ((time - this.#filledAt) / 1_000) * this.#perSecond;
    // Infinity times no time is no number.
    if (more > 0) this.#tokens = Math.min(this.#tokens + more, this.#burst);
    this.#filledAt = time;
  }
}
