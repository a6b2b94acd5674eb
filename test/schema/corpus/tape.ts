import { fc } from "../../support/random.ts";

/**
 * A source of choices that reads random numbers one after the other. When they run out, every
 * choice is the first one, so that what fails shrinks to something short and plain.
 */
export interface Tape {
  /** A whole number below the limit. */
  below(limit: number): number;
  /** One of the options, which cannot be empty. */
  pick<Option>(options: readonly [Option, ...Option[]]): Option;
  /** Whether something happens that happens once in so many times. */
  once(times: number): boolean;
  /** From `least` to `most` results of the function. */
  several<Item>(least: number, most: number, make: () => Item): Item[];
}

/** Tapes of random length. */
export const tapes: fc.Arbitrary<readonly number[]> = fc.array(
  fc.nat({ max: 9_999 }),
  { maxLength: 400, size: "max" },
);

export function readTape(numbers: readonly number[]): Tape {
  let position = 0;
  const below = (limit: number): number => (numbers[position++] ?? 0) % limit;
  return {
    below,
    pick: (options) => options[below(options.length)] ?? options[0],
    once: (times) => below(times) === times - 1,
    several(least, most, make) {
      const length = least + below(most - least + 1);
      return Array.from({ length }, make);
    },
  };
}
