import { Alarm } from "../../protocol/timers/alarm.ts";
import { expiryOf } from "../life.ts";
import type { TaskRecord } from "../record.ts";

/** Rings once, when the time of a task is over. Nothing rings for what is kept for ever. */
export class Expiry {
  /** In milliseconds since 1970: the task itself is its store's to keep. */
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

  /** At once where the time is over already. */
  start(): void {
    const left = this.#at - Date.now();
    if (left <= 0) this.#ring();
    // A timer may be shorter than what is left.
    else if (left < Infinity) this.#alarm.set(left);
  }

  stop(): void {
    this.#alarm.stop();
  }
}
