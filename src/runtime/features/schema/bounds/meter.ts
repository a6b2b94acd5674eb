/** Counts steps, and throws a TypeError when there are too many. */
export interface Meter {
  spend(steps: number): void;
}

export function createMeter(limit: number): Meter {
  let left = limit;
  return {
    spend(steps) {
      left -= steps;
      if (left < 0)
        throw new TypeError(`it takes more than ${limit} steps to check`);
    },
  };
}
