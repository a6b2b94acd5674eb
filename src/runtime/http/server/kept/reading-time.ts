import { readingTime } from "../../../protocol/timers/deadlines.ts";

type Timer = ReturnType<typeof setTimeout>;

/**
 * Acts after so many milliseconds, by two timers, each of which is told: where this
 * process stood still, time may be over although a client was in time, as timers are
 * served before input. What came meanwhile is read during the second.
 */
export function afterReading(
  milliseconds: number,
  told: (timer: Timer) => void,
  act: () => void,
): void {
  const last = Math.min(readingTime, milliseconds / 2);
  const read = (): void => told(setTimeout(act, last));
  told(setTimeout(read, milliseconds - last));
}
