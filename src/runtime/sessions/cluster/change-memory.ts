import type { JsonObject } from "../../protocol/message.ts";
import type { FeatureName } from "./feature-rules.ts";

/** Maximum number of different changes to remember. */
const maxChanges = 1_000;

/** Change notification as sent between processes. */
export interface SharedChange {
  /** Method of the notification. */
  readonly method: string;
  /** Parameters of the notification. */
  readonly params?: JsonObject | undefined;
  /** Changed features, if only clients that can see one of them are notified. */
  readonly features?: readonly FeatureName[] | undefined;
}

interface Remembered {
  readonly change: SharedChange;
  /** Time of the last notification, on the clock of `Date.now`. */
  readonly at: number;
}

/** Recent changes. The new owner of a session sends them again. */
export class ChangeMemory {
  readonly #changes = new Map<string, Remembered>();
  /** Time since which the memory is complete, on the clock of `Date.now`. */
  #begins: number = Date.now();
  /** Time since which no change that this process received was dropped. */
  #keeps = -Infinity;

  /** Adds a change. Returns its key. */
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

  /** Returns all changes since that time; undefined if some may be missing. */
  since(time: number): readonly SharedChange[] | undefined {
    return time < this.#begins ? undefined : this.#after(time);
  }

  /**
   * Returns all changes that this process received since that time; undefined if some may have
   * been dropped.
   */
  heardSince(time: number): readonly SharedChange[] | undefined {
    return time < this.#keeps ? undefined : this.#after(time);
  }

  #after(time: number): readonly SharedChange[] {
    return [...this.#changes.values()]
      .filter(({ at }) => at >= time)
      .map(({ change }) => change);
  }

  /** Records that messages were lost. */
  missed(): void {
    this.#begins = Date.now();
    this.#keeps = this.#begins;
  }
}
