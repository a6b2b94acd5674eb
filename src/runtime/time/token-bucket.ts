import { now } from "./deadlines.ts";

/** Lets so many things pass in a second, which may all come at once. */
export class TokenBucket {
  readonly #perSecond: number;
  #tokens: number;
  /** On the clock of `now`. */
  #filledAt: number = now();

  /** `Infinity` lets everything pass. */
  constructor(perSecond: number) {
    this.#perSecond = perSecond;
    this.#tokens = this.#most;
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

  get #most(): number {
    return Math.max(this.#perSecond, 1);
  }

  #fill(): void {
    const time = now();
    const more = ((time - this.#filledAt) / 1_000) * this.#perSecond;
    // Infinity times no time is no number.
    if (more > 0) this.#tokens = Math.min(this.#tokens + more, this.#most);
    this.#filledAt = time;
  }
}
