import { longestDelay } from "./deadlines.ts";

/** One timer, which keeps no process alive: elsewhere than in Node none does. */
export class Alarm {
  readonly #ring: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ring: () => void) {
    this.#ring = ring;
  }

  /** Rings after so many milliseconds, unless it is set already. */
  set(delay: number): void {
    if (this.#timer !== undefined) return;
    const timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#ring();
      },
      Math.min(delay, longestDelay),
    );
    (timer as { readonly unref?: () => void }).unref?.();
    this.#timer = timer;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
