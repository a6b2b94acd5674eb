import { Alarm } from "../../../protocol/timers/alarm.ts";
import type { Failure } from "./redis-error.ts";

/** Delay before the next test write, in milliseconds. */
const retryMs = 500;

/** Callbacks of the health check. */
export interface StandingEvents {
  /** Sends a test write; rejects with the error of the client. */
  tryWrite(): Promise<unknown>;
  /** Called if the server is no longer the primary, so that another connection is needed. */
  elsewhere(): void;
  /** Called when writes start to fail. */
  refused(failure: Failure): void;
  /** Called when Redis is available again, perhaps on another server. */
  back(): void;
  /** Classifies an error of the client. */
  look(error: unknown): Failure;
}

/**
 * Health of a Redis connection, from the results of commands. A successful command shows that
 * Redis can be reached. After rejected writes, sends test writes until one succeeds.
 */
export class Standing {
  readonly #events: StandingEvents;
  /** Reason of the last connection failure. */
  #away: string | undefined;
  /** Last failure of a write. */
  #refused: Failure | undefined;
  /** True if the connection may have moved to another server since. */
  #mayHaveMoved = false;
  #isEnded = false;
  readonly #retry = new Alarm(() => void this.#try());

  constructor(events: StandingEvents) {
    this.#events = events;
  }

  /** Reason why Redis cannot be used; undefined if it can. */
  get problem(): string | undefined {
    return this.#away ?? this.#refused?.text;
  }

  /** Records a successful command. */
  reached(): void {
    if (this.#away === undefined) return;
    this.#away = undefined;
    if (!this.#refused) this.#isBack();
  }

  /** Records a failed command. */
  failed(failure: Failure): void {
    const { code, mayPass, writes, text } = failure;
    const isAway = code === undefined || (mayPass && writes === "unknown");
    this.#away = isAway ? text : undefined;
    if (isAway || writes === "elsewhere") this.#mayHaveMoved = true;
    if (writes === "unknown" || this.#isEnded) return;
    const isNews = this.#refused?.writes !== writes;
    this.#refused = failure;
    if (isNews) this.#events.refused(failure);
    if (writes === "elsewhere") this.#events.elsewhere();
    this.#retry.set(retryMs * (0.75 + Math.random() / 2));
  }

  /** Stops the test writes. */
  end(): void {
    this.#isEnded = true;
    this.#retry.stop();
  }

  async #try(): Promise<void> {
    try {
      await this.#events.tryWrite();
      this.#away = undefined;
      this.#refused = undefined;
      this.#isBack();
    } catch (error) {
      this.failed(this.#events.look(error));
      // Repeated even if the connection failed, as the state of writes is unknown then.
      if (!this.#isEnded) this.#retry.set(retryMs);
    }
  }

  #isBack(): void {
    const hasMoved = this.#mayHaveMoved;
    this.#mayHaveMoved = false;
    if (hasMoved) this.#events.back();
  }
}
