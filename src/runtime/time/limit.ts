import { longestDelay, type Clock } from "./deadlines.ts";

/** A clock that never stands still. */
export const running: Clock = { lost: 0 };

/**
 * Acts after so many milliseconds, and those more for which a clock stood still
 * meanwhile; never, where no timer takes so long. Gives what stops it.
 */
export function limit(
  clock: Clock,
  milliseconds: number,
  act: () => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (delay: number, lost = clock.lost): void => {
    timer = setTimeout(
      () => (clock.lost > lost ? wait(clock.lost - lost) : act()),
      delay,
    );
  };
  if (milliseconds <= longestDelay) wait(milliseconds);
  return () => clearTimeout(timer);
}
