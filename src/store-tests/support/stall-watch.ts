const everyMs = 10;

/** Measures the longest stall of this process. */
export class StallWatch {
  /** Longest delay of a timer, in milliseconds. */
  longest = 0;
  #due = performance.now() + everyMs;
  readonly #timer = setInterval(() => {
    const now = performance.now();
    this.longest = Math.max(this.longest, now - this.#due);
    this.#due = now + everyMs;
  }, everyMs);

  end(): void {
    clearInterval(this.#timer);
  }
}
