import { longestDelay } from "../../../protocol/timers/deadlines.ts";
import { sleep } from "../../../protocol/timers/sleep.ts";
import type { ReconnectOptions } from "../options.ts";

/** Shortest `retry` that counts as a time to wait, in milliseconds. */
const shortestRetry = 100;

/** Times of the attempts to open a stream again. */
export class Pace {
  readonly #options: Required<ReconnectOptions>;
  readonly #leastMs: number;
  /** How often in a row without anything new. */
  #count = 0;

  /** `leastMs` is the wait for a `retry` that is too short, such as 0. */
  constructor(
    options: Required<ReconnectOptions>,
    leastMs: number = shortestRetry,
  ) {
    this.#options = options;
    this.#leastMs = Math.min(leastMs, options.delayMs);
  }

  /** Something new came: a new row begins. */
  begin(): void {
    this.#count = 0;
  }

  /**
   * Waits before the next attempt: as long as the server says, and longer each
   * time that an attempt brought nothing. Returns false at once after the last attempt.
   */
  async wait(
    retryMs: number | undefined,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { attempts } = this.#options;
    if (this.#count >= attempts) return false;
    await sleep(this.#delay(retryMs), signal);
    return true;
  }

  #delay(retryMs: number | undefined): number {
    const { delayMs, maxDelayMs } = this.#options;
    const round = this.#count++;
    const own = Math.min(delayMs * 2 ** round, maxDelayMs);
    if (retryMs === undefined) return own;
    const asked = retryMs < shortestRetry ? this.#leastMs : retryMs;
    const longer = round === 0 ? asked : Math.max(asked, own);
    return Math.min(longer, maxDelayMs, longestDelay);
  }
}
