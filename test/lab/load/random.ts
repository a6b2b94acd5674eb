/** Numbers that are the same each time for the same seed (mulberry32). */
export interface Random {
  /** At least 0, less than 1. */
  next(): number;
  /** An integer of at least `low`, at most `high`. */
  between(low: number, high: number): number;
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
  };
}

/** One of the choices, each as often as its weight says. */
export function pick<Choice extends { readonly weight: number }>(
  choices: readonly [Choice, ...Choice[]],
  { next }: Random,
): Choice {
  const total = choices.reduce((sum, { weight }) => sum + weight, 0);
  let rest = next() * total;
  for (const choice of choices) {
    rest -= choice.weight;
    if (rest < 0) return choice;
  }
  return choices[0];
}
