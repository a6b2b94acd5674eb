import { longestDelay, now, timeOf, type Clock } from "./deadlines.ts";

/**
 * Acts after so many milliseconds, and those more for which a clock stood still
 * meanwhile; never, where no timer takes so long. Gives what stops it.
 */
export function limit(
  clock: Clock,
  milliseconds: number,
  act: () => void,
): () => void {
  const lost = (): number => Math.round(now() - timeOf(clock));
  let known = lost();
  const look = (): void => {
    const more = lost() - known;
    known += more;
    if (more > 0) timer = setTimeout(look, more);
    else act();
  };
  let timer =
    milliseconds <= longestDelay ? setTimeout(look, milliseconds) : undefined;
  return () => clearTimeout(timer);
}
