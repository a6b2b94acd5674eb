import { Alarm } from "../../protocol/timers/alarm.ts";
import { expiryOf } from "../life.ts";
import type { TaskRecord } from "../record.ts";

/** Timer that calls back once when a task expires. Never calls back for a task without expiry. */
export class Expiry {
  /** Expiry time, in milliseconds since 1970. */
  readonly #at: number;
  readonly #ring: () => void;
  readonly #alarm: Alarm = new Alarm(() => this.start());

  constructor(task: Pick<TaskRecord, "createdAt" | "ttl">, ring: () => void) {
    this.#at = expiryOf(task);
    this.#ring = ring;
  }

  get isPast(): boolean {
    return this.#at <= Date.now();
  }

  /** Starts the timer; calls back at once if the task has expired. */
  start(): void {
    const left = this.#at - Date.now();
    if (left <= 0) this.#ring();
    // The delay may exceed the maximum of a timer, so the timer starts again if it fires early.
    else if (left < Infinity) this.#alarm.set(left);
  }

  stop(): void {
    this.#alarm.stop();
  }
}
