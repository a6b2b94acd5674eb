import { Alarm } from "../../../protocol/timers/alarm.ts";
import type { Failure } from "./redis-error.ts";

/** How soon it is tried again whether Redis takes writes, in milliseconds. */
const retryMs = 500;

/** What becomes of a trial. */
export interface StandingEvents {
  /** Tries a write; rejects with what the client throws. */
  tryWrite(): Promise<unknown>;
  /** The connection leads to a Redis that is not the primary any more: another is wanted. */
  elsewhere(): void;
  /** Writes are refused from now on. */
  refused(failure: Failure): void;
  /** It is as it should be again, maybe by way of other machines. */
  back(): void;
  /** What is known of what a client threw. */
  look(error: unknown): Failure;
}

/**
 * Whether a Redis can be used just now, as far as commands tell. A command that goes
 * well says that it can be reached. That it takes writes again, only a write says: so one
 * is tried until it goes well.
 */
export class Standing {
  readonly #events: StandingEvents;
  /** Why the last command failed that did so for the connection. */
  #away: string | undefined;
  /** Why the last write was refused. */
  #refused: Failure | undefined;
  /** Whether the way to it may be another since. */
  #mayHaveMoved = false;
  #isEnded = false;
  readonly #retry = new Alarm(() => void this.#try());

  constructor(events: StandingEvents) {
    this.#events = events;
  }

  /** Why it cannot be used; undefined when it can. */
  get problem(): string | undefined {
    return this.#away ?? this.#refused?.text;
  }

  /** A command went well. */
  reached(): void {
    if (this.#away === undefined) return;
    this.#away = undefined;
    if (!this.#refused) this.#isBack();
  }

  /** A command failed. */
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

  /** Nothing is tried any more. */
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
      // Also where it is away by now: what a write comes to is not known.
      if (!this.#isEnded) this.#retry.set(retryMs);
    }
  }

  #isBack(): void {
    const hasMoved = this.#mayHaveMoved;
    this.#mayHaveMoved = false;
    if (hasMoved) this.#events.back();
  }
}
