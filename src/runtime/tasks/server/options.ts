import { integerOption, refuseOption } from "../../protocol/sound-option.ts";
import type { TaskStore } from "../store/store.ts";

/** How a server keeps tasks, and for how long. */
export interface TaskServerOptions {
  /**
   * Where tasks are kept.
   *
   * @default memoryTaskStore()
   */
  readonly store?: TaskStore | undefined;
  /**
   * For how long a task is kept from its making, in milliseconds, where the client
   * asks for no time of its own. A handler that is still at work then is told to end.
   * `Infinity` is for ever, or as long as the store keeps it.
   *
   * @default 3_600_000 (1 hour)
   */
  readonly ttl?: number | undefined;
  /**
   * The longest time that a client may ask for, in milliseconds; never less than
   * `ttl`.
   *
   * @default 86_400_000 (1 day)
   */
  readonly maxTtl?: number | undefined;
  /**
   * How long clients are told to wait between two polls, in milliseconds.
   *
   * @default 1_000
   */
  readonly pollInterval?: number | undefined;
}

/** The same, with nothing left open but where the tasks are kept. */
export interface TaskTimes {
  readonly ttl: number;
  readonly maxTtl: number;
  readonly pollInterval: number;
}

const hour = 3_600_000;

/** The shortest time that a task is kept, in milliseconds: so that it can be read at all. */
const leastTtl = 1_000;

/** Throws a TypeError for times that are not sound. */
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

/** For how long a task is kept, as its client is told: null is for ever. */
export function boundedTtl(
  asked: unknown,
  { ttl, maxTtl }: TaskTimes,
): number | null {
  const wanted = typeof asked === "number" ? Math.trunc(asked) : ttl;
  const bounded = Math.min(Math.max(wanted, leastTtl), maxTtl);
  return bounded === Infinity ? null : bounded;
}
