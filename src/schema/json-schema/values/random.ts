/** The next of the numbers that follow from a seed: from 0 to below 1. */
export type Random = () => number;

/** Numbers that are the same for the same seed, on every machine. */
export function createRandom(seed: number): Random {
  let state = Math.trunc(seed) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from the first to the last. */
export function wholeBetween(
  random: Random,
  first: number,
  last: number,
): number {
  return first + Math.floor(random() * (last - first + 1));
}

/** One of them; undefined of none. */
export function oneOf<Item>(
  random: Random,
  items: readonly Item[],
): Item | undefined {
  return items[Math.floor(random() * items.length)];
}
