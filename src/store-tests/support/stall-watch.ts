const everyMs = 10;

/** Watches how long this process did not get to what was due. */
export class StallWatch {
  /** The longest that something was late, in milliseconds. */
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
