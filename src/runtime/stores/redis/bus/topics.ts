import type { BusListener } from "../../../sessions/bus.ts";
import { toError } from "../../../protocol/errors.ts";
import type { BusMessage } from "./reader.ts";

/** Listeners by topic. Reports the errors that listeners throw. */
export class Topics {
  readonly #listeners = new Map<string, Set<BusListener>>();
  readonly #report: (error: Error) => void;

  constructor(report: (error: Error) => void) {
    this.#report = report;
  }

  /** Adds a listener. Returns a function that removes it. */
  add(topic: string, listener: BusListener): () => void {
    const known = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, known);
    // Wrapped, so that the same object can be added twice.
    const one: BusListener = {
      heard: (message, from) => listener.heard(message, from),
      gone: (process) => listener.gone(process),
      missed: () => listener.missed(),
    };
    known.add(one);
    return () => {
      known.delete(one);
      if (known.size === 0 && this.#listeners.get(topic) === known)
        this.#listeners.delete(topic);
    };
  }

  heard({ from, topic, message }: BusMessage): void {
    if (from === "") return this.#tellAll((one) => one.gone(message));
    for (const one of [...(this.#listeners.get(topic) ?? [])])
      this.#tell(() => one.heard(message, from));
  }

  missed(): void {
    this.#tellAll((one) => one.missed());
  }

  #tellAll(tell: (listener: BusListener) => void): void {
    const all = [...this.#listeners.values()].flatMap((some) => [...some]);
    for (const one of all) this.#tell(() => tell(one));
  }

  #tell(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.#report(toError(error));
    }
  }
}
