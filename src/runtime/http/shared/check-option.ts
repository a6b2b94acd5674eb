import { longestDelay } from "../../time/deadlines.ts";

/** Refuses an option: says which it is, what it may be, and what was given. */
export function refuseOption(
  name: string,
  allowed: string,
  given: unknown,
): never {
  throw new TypeError(`${name} is ${allowed}, not ${describe(given)}`);
}

/** An integer from `least` on, or its default, if it has one. */
export function integerOption(
  name: string,
  given: number | undefined,
  byDefault: number | undefined,
  least = 1,
): number {
  const value = given ?? byDefault;
  return value !== undefined && Number.isSafeInteger(value) && value >= least
    ? value
    : refuseOption(name, `an integer from ${least} on`, value);
}

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

function describe(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  return typeof value === "object" ? typeof value : String(value);
}
