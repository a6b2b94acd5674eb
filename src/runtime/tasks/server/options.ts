import { integerOption, refuseOption } from "../../protocol/sound-option.ts";
import type { TaskStore } from "../store/store.ts";

/** Storage options of a server's tasks. */
export interface TaskServerOptions {
  /**
   * Store of the tasks.
   *
   * @default memoryTaskStore()
   */
  readonly store?: TaskStore | undefined;
  /**
   * Default retention of a task from its creation, in milliseconds, if the client requests
   * none. A handler that is still running then is aborted. `Infinity` means no expiry, unless
   * the store removes the task.
   *
   * @default 3_600_000 (1 hour)
   */
  readonly ttl?: number | undefined;
  /**
   * Maximum retention that a client can request, in milliseconds; at least `ttl`.
   *
   * @default 86_400_000 (1 day)
   */
  readonly maxTtl?: number | undefined;
  /**
   * Suggested delay between two polls of a client, in milliseconds.
   *
   * @default 1_000
   */
  readonly pollInterval?: number | undefined;
}

/** Validated times with defaults. */
export interface TaskTimes {
  readonly ttl: number;
  readonly maxTtl: number;
  readonly pollInterval: number;
}

const hour = 3_600_000;

/** Minimum retention of a task, in milliseconds, so that clients can read it. */
const leastTtl = 1_000;

/** Validates the times and adds defaults. Throws a TypeError for invalid ones. */
export function taskTimes({
  ttl = hour,
  maxTtl = Math.max(24 * hour, ttl),
  pollInterval,
}: TaskServerOptions): TaskTimes {
  for (const [name, time, least] of [
    ["ttl", ttl, leastTtl],
    ["maxTtl", maxTtl, ttl],
  ] as const)
    if (!(time === Infinity || Number.isSafeInteger(time)) || time < least)
      refuseOption(name, `an integer from ${least} on, or Infinity`, time);
  return {
    ttl,
    maxTtl,
    pollInterval: integerOption("pollInterval", pollInterval, 1_000),
  };
}

/** Returns the retention of a task within the limits; null if it never expires. */
export function boundedTtl(
  asked: unknown,
  { ttl, maxTtl }: TaskTimes,
): number | null {
  const wanted = typeof asked === "number" ? Math.trunc(asked) : ttl;
  const bounded = Math.min(Math.max(wanted, leastTtl), maxTtl);
  return bounded === Infinity ? null : bounded;
}
