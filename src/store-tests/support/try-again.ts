import { StallWatch } from "./stall-watch.ts";
import type { StoreTestTimes } from "./times.ts";

/** Error cause of an inconclusive test, whose steps took too long. */
export const cannotTell = "cannot tell";

/** Maximum number of attempts on a busy machine. */
const tries = 4;

/**
 * Runs a test, and repeats it with twice the times if it failed during a stall of this process,
 * as data may have expired before the test used it. Rejects with the last error.
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
