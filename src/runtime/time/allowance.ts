import { now } from "./deadlines.ts";

/** How much is taken of what a peer may send too fast. */
export interface Rate {
  /** So many at once. */
  readonly burst: number;
  /** And so many a second in the long run. */
  readonly perSecond: number;
}

/** What is left of a rate. */
export class Allowance {
  readonly #rate: Rate;
  #left: number;
  /** When it was counted last, on the clock of `now`. */
  #at = now();

  constructor(rate: Rate) {
    this.#rate = rate;
    this.#left = rate.burst;
  }

  /** Takes one, if there is one left. */
  take(): boolean {
    const { burst, perSecond } = this.#rate;
    if (this.#left < 1) {
      const time = now();
      const come = ((time - this.#at) / 1_000) * perSecond;
      this.#left = Math.min(this.#left + come, burst);
      this.#at = time;
      if (this.#left < 1) return false;
    }
    this.#left--;
    return true;
  }
}
