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
  let known = clock.lost;
  const look = (): void => {
    const more = clock.lost - known;
    known += more;
    if (more > 0) timer = setTimeout(look, more);
    else act();
  };
  let timer =
    milliseconds <= longestDelay ? setTimeout(look, milliseconds) : undefined;
  return () => clearTimeout(timer);
}
