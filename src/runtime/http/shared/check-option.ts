import { longestDelay } from "../../protocol/timers/deadlines.ts";
import { integerOption, refuseOption } from "../../protocol/sound-option.ts";

/** Milliseconds, as an integer: no timer takes longer than the longest delay. */
export function delayOption(
  name: string,
  given: number | undefined,
  byDefault: number,
  least = 1,
): number {
  return Math.min(integerOption(name, given, byDefault, least), longestDelay);
}

/** A path that begins with a slash, and has no query. */
export function pathOption(name: string, given: string): string {
  const isPath = typeof given === "string" && /^\/[^?#\s]*$/.test(given);
  return isPath
    ? given
    : refuseOption(name, "a path that begins with /, without a query", given);
}
