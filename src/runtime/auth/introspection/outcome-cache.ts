/**
 * Cache with a maximum size and an expiry for each entry. Evicts the oldest
 * entry first.
 */
export class OutcomeCache<Outcome> {
  readonly #max: number;
  readonly #kept = new Map<string, { outcome: Outcome; until: number }>();

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#kept.size;
  }

  /**
   * Returns the entry of a key unless it has expired. `time` is in milliseconds
   * since 1970.
   */
  get(key: string, time: number): Outcome | undefined {
    const found = this.#kept.get(key);
    if (!found || found.until > time) return found?.outcome;
    this.#kept.delete(key);
    return undefined;
  }

  set(key: string, outcome: Outcome, until: number, time: number): void {
    if (until <= time) return;
    this.#kept.delete(key);
    this.#kept.set(key, { outcome, until });
    for (const [oldest, { until: end }] of this.#kept) {
      if (end > time && this.#kept.size <= this.#max) return;
      this.#kept.delete(oldest);
    }
  }
}
