import { longestDelay } from "../../../protocol/timers/deadlines.ts";
import { sleep } from "../../../protocol/timers/sleep.ts";
import type { ReconnectOptions } from "../options.ts";

/** However soon a server wants a client back, in milliseconds. */
const shortestDelay = 100;

/** How often, and when, a stream is opened again. */
export class Pace {
  readonly #options: Required<ReconnectOptions>;
  /** How often in a row without anything new. */
  #count = 0;

  constructor(options: Required<ReconnectOptions>) {
    this.#options = options;
  }

  /** Something new came: a new row begins. */
  begin(): void {
    this.#count = 0;
  }

  /**
   * Waits before the next attempt: as long as the server says, and longer each
   * time that an attempt brought nothing. False, at once, when there were enough.
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
    // A server that names no time to wait would be asked without a pause.
    const asked = Math.max(retryMs, Math.min(shortestDelay, delayMs));
    const longer = round === 0 ? asked : Math.max(asked, own);
    return Math.min(longer, maxDelayMs, longestDelay);
  }
}
