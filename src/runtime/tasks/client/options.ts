import { longestDelay } from "../../protocol/timers/deadlines.ts";
import { duration } from "../../protocol/timers/time-limits.ts";
import type { TaskServerOptions } from "../server/options.ts";
import type { SeenTask } from "../wire/seen-task.ts";

/** A task of a server's, as it was told last: the same in every revision. */
export type TaskState = Omit<SeenTask, "questions" | "result" | "error">;

/**
 * How a client goes on with calls that have become tasks. What it shares with servers is
 * for the tasks that a server makes of its own questions.
 */
export interface ClientTaskOptions extends TaskServerOptions {
  /**
   * The shortest time between two polls of a task, in milliseconds, whatever its server
   * says.
   *
   * @default 100
   */
  readonly minPollInterval?: number;
  /**
   * The longest time between two polls of a task, in milliseconds, whatever its server
   * says.
   *
   * @default 300_000 (5 minutes)
   */
  readonly maxPollInterval?: number;
  /**
   * Whether servers that can are asked to tell of tasks, which are polled less often
   * then.
   *
   * @default true
   */
  readonly listen?: boolean;
  /** Hears what is told of the tasks that somebody waits for, each time that it is something else. */
  readonly onTask?: (task: TaskState) => void;
}

/** Options that hold for one client. */
export interface FollowingOptions {
  readonly minPollInterval: number;
  readonly maxPollInterval: number;
  readonly listen: boolean;
  readonly onTask: ((task: TaskState) => void) | undefined;
}

/** What holds where nothing is said. Throws a TypeError for times that are none. */
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

/** What is longer than timers can be would be no time at all. */
function pause(name: string, given: number | undefined, usual: number): number {
  return Math.min(duration(name, given, usual), longestDelay);
}
