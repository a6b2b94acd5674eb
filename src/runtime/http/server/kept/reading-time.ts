/**
 * The end of a time that a client has, in milliseconds. Where this process stood still,
 * the time is over although the client was in time: timers are served before input. So
 * this part begins when the rest is over, and what came meanwhile is read in it.
 */
export const readingMs = 500;

type Timer = ReturnType<typeof setTimeout>;

/** Acts after so many milliseconds, by two timers, one after the other; each is told. */
export function afterReading(
  milliseconds: number,
  told: (timer: Timer) => void,
  act: () => void,
): void {
  const last = Math.min(readingMs, milliseconds / 2);
  const read = (): void => told(setTimeout(act, last));
  told(setTimeout(read, milliseconds - last));
}
