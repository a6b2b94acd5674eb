import {
  lateBy,
  longestDelay,
  now,
  readingTime,
  type Clock,
} from "./deadlines.ts";

/** A clock that never stands still. */
export const running: Clock = { lost: 0 };

/**
 * Acts after so many milliseconds, and those more for which a clock stood still
 * meanwhile; never, where no timer takes so long. Gives what stops it. What came
 * while the process stood still is read before.
 */
export function limit(
  clock: Clock,
  milliseconds: number,
  act: () => void,
): () => void {
  let known = clock.lost;
  let firesAt = now() + milliseconds;
  let isReading = false;
  const wait = (time: number): ReturnType<typeof setTimeout> =>
    setTimeout(look, time);
  const look = (): void => {
    const more = clock.lost - known;
    known += more;
    if (more > 0) {
      firesAt = now() + more;
      timer = wait(more);
      return;
    }
    // Timers are served before input: what is waited for may be here, and nobody has read it.
    isReading = !isReading && now() - firesAt > lateBy;
    if (isReading) timer = wait(readingTime);
    else act();
  };
  let timer = milliseconds <= longestDelay ? wait(milliseconds) : undefined;
  return () => clearTimeout(timer);
}
