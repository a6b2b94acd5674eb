import { refuseOption } from "../sound-option.ts";

/** How long a call may take, in milliseconds; `Infinity` is for ever. */
export interface TimeLimits {
  /** The longest silence: progress starts it again. */
  readonly timeout: number;
  /** All of the call, whatever comes meanwhile. */
  readonly totalTimeout: number;
}

/** Of a client's calls: programs answer them. */
export const clientLimits: TimeLimits = {
  timeout: 60_000,
  totalTimeout: 3_600_000,
};

/** Of a server's questions: people answer them. */
export const serverLimits: TimeLimits = {
  timeout: 600_000,
  totalTimeout: 3_600_000,
};

/** What was given of the limits, and the rest by default. Throws a TypeError for what is no time. */
export function timeLimits(
  given: Partial<TimeLimits>,
  byDefault: TimeLimits,
): TimeLimits {
  return {
    timeout: duration("timeout", given.timeout, byDefault.timeout),
    totalTimeout: duration(
      "totalTimeout",
      given.totalTimeout,
      byDefault.totalTimeout,
    ),
  };
}

/**
 * A time in milliseconds, above 0 or from 0 on. Throws a TypeError that names the
 * option for what is none.
 */
export function duration(
  name: string,
  given: number | undefined,
  byDefault: number,
  mayBeZero = false,
): number {
  const value = given ?? byDefault;
  if (typeof value === "number" && (value > 0 || (mayBeZero && value === 0)))
    return value;
  const least = mayBeZero ? "from 0 on" : "above 0";
  return refuseOption(
    name,
    `a number of milliseconds ${least}, or Infinity`,
    value,
  );
}
