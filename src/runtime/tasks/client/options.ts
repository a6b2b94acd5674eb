import { longestDelay } from "../../protocol/timers/deadlines.ts";
import { duration } from "../../protocol/timers/time-limits.ts";
import type { TaskServerOptions } from "../server/options.ts";
import type { SeenTask } from "../wire/seen-task.ts";

/** Last known state of a task of a server, in the same form for every protocol version. */
export type TaskState = Omit<SeenTask, "questions" | "result" | "error">;

/**
 * Options of the tasks extension in a client. The options of servers apply to the tasks that
 * the client runs for its servers.
 */
export interface ClientTaskOptions extends TaskServerOptions {
  /**
   * Minimum interval between two polls of a task, in milliseconds; overrides the server.
   *
   * @default 100
   */
  readonly minPollInterval?: number;
  /**
   * Maximum interval between two polls of a task, in milliseconds; overrides the server.
   *
   * @default 300_000 (5 minutes)
   */
  readonly maxPollInterval?: number;
  /**
   * Subscribe to task notifications of servers that support them; these tasks are polled less
   * often.
   *
   * @default true
   */
  readonly listen?: boolean;
  /** Called after each change of a watched task. */
  readonly onTask?: (task: TaskState) => void;
}

/** Validated options of one client. */
export interface FollowingOptions {
  readonly minPollInterval: number;
  readonly maxPollInterval: number;
  readonly listen: boolean;
  readonly onTask: ((task: TaskState) => void) | undefined;
}

/** Validates the options and adds defaults. Throws a TypeError for invalid times. */
export function followingOptions(given: ClientTaskOptions): FollowingOptions {
  const min = pause("minPollInterval", given.minPollInterval, 100);
  const max = pause("maxPollInterval", given.maxPollInterval, 300_000);
  return {
    minPollInterval: min,
    maxPollInterval: Math.max(min, max),
    listen: given.listen ?? true,
    onTask: given.onTask,
  };
}

/** Limits the time to the maximum of a timer. */
function pause(name: string, given: number | undefined, usual: number): number {
  return Math.min(duration(name, given, usual), longestDelay);
}
