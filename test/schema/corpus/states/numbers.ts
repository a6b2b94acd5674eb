/** Numbers from 0 to 1 that are the same for the same seed. */
export type Random = () => number;

export function numbers(seed: string): Random {
  let state = [...seed].reduce(
    (sum, sign) => Math.imul(sum ^ sign.charCodeAt(0), 16_777_619),
    0x811c9dc5,
  );
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of them; throws where there is none. */
export function one<T>(random: Random, from: readonly T[]): T {
  const picked = from[Math.floor(random() * from.length)];
  if (picked === undefined) throw new Error("nothing to pick from");
  return picked;
}
