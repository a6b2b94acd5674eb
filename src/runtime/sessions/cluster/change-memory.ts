import type { JsonObject } from "../../protocol/message.ts";
import type { FeatureName } from "./feature-rules.ts";

/** How many different changes are remembered. */
const maxChanges = 1_000;

/** A change, as processes tell each other of it. */
export interface SharedChange {
  /** The method of the notification. */
  readonly method: string;
  /** What the notification tells. */
  readonly params?: JsonObject | undefined;
  /** Where only some may hear of it: what they may see for that. */
  readonly features?: readonly FeatureName[] | undefined;
}

interface Remembered {
  readonly change: SharedChange;
  /** When it was last told, on the clock of `Date.now`. */
  readonly at: number;
}

/** What was told of late: whoever takes over sessions tells it again. */
export class ChangeMemory {
  readonly #changes = new Map<string, Remembered>();
  /** From when on it has all, on the clock of `Date.now`. */
  #begins: number = Date.now();
  /** From when on nothing of what came here is forgotten. */
  #keeps = -Infinity;

  /** Gives what it is known by. */
  add(change: SharedChange): string {
    const { method, params, features } = change;
    const key = JSON.stringify([method, params, features]);
    this.#changes.delete(key);
    this.#changes.set(key, { change, at: Date.now() });
    if (this.#changes.size <= maxChanges) return key;
    const [oldest] = this.#changes;
    if (!oldest) return key;
    this.#changes.delete(oldest[0]);
    this.#begins = oldest[1].at + 1;
    this.#keeps = this.#begins;
    return key;
  }

  /** All that was told since then; undefined where some of it may be forgotten. */
  since(time: number): readonly SharedChange[] | undefined {
    return time < this.#begins ? undefined : this.#after(time);
  }

  /** All that came to this process since then; undefined where some of it may be forgotten. */
  heardSince(time: number): readonly SharedChange[] | undefined {
    return time < this.#keeps ? undefined : this.#after(time);
  }

  #after(time: number): readonly SharedChange[] {
    return [...this.#changes.values()]
      .filter(({ at }) => at >= time)
      .map(({ change }) => change);
  }

  /** Some of it was not heard. */
  missed(): void {
    this.#begins = Date.now();
    this.#keeps = this.#begins;
  }
}
