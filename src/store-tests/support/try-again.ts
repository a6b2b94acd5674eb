import { StallWatch } from "./stall-watch.ts";
import type { StoreTestTimes } from "./times.ts";

/** Why a test cannot tell: its own steps took too long for the times it has. */
export const cannotTell = "cannot tell";

/** How often a test is tried on a machine that is too busy for its times. */
const tries = 4;

/**
 * Tries once; and again with times that are twice as long, where that failed while this
 * process stood still: a store may have forgotten in time what the test asked for late.
 * Rejects with what failed last.
 */
export async function tryAgain(
  attempt: (times: StoreTestTimes) => Promise<void>,
  given: StoreTestTimes,
): Promise<void> {
  let times = given;
  for (let count = 1; ; count++) {
    const watch = new StallWatch();
    try {
      return await attempt(times);
    } catch (error) {
      const isJudged =
        !tellsNothing(error) && watch.longest < times.shortMs / 8;
      if (isJudged || count === tries) throw error;
    } finally {
      watch.end();
    }
    times = { ...times, shortMs: 2 * times.shortMs };
  }
}

function tellsNothing(error: unknown): boolean {
  return error instanceof Error && error.cause === cannotTell;
}
