import type { Effort } from "./effort.ts";

/** Deeper proofs are given up. */
const deepest = 200;

/** Judges the same pair of schemas once, and what stands inside of itself by assumption. */
export interface Assumptions {
  /** Judges what stands inside of a value. */
  inside(judge: () => boolean): boolean;
  /**
   * Judges what the parts name. What is met inside of itself holds if the rest does, where it
   * is met of a smaller value: one inside.
   */
  once(parts: readonly string[], judge: () => boolean): boolean;
}

/** Assumptions for one proof, which takes no more than so many steps. */
export function createAssumptions(steps: number, effort: Effort): Assumptions {
  const pending = new Map<string, number>();
  const refused = new Set<string>();
  let left = steps;
  let level = 0;
  let depth = 0;

  return { inside, once };

  function inside(judge: () => boolean): boolean {
    level++;
    const holds = judge();
    level--;
    return holds;
  }

  function once(parts: readonly string[], judge: () => boolean): boolean {
    const key = parts.join("\n");
    if (refused.has(key)) return false;
    const met = pending.get(key);
    if (met !== undefined) return met < level;
    if (left <= 0 || effort.left <= 0 || depth >= deepest) return false;
    left--;
    effort.left--;
    depth++;
    pending.set(key, level);
    const holds = judge();
    pending.delete(key);
    depth--;
    if (!holds) refused.add(key);
    return holds;
  }
}
