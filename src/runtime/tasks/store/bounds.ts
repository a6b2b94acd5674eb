import { KnownError } from "../../protocol/errors.ts";
import {
  integerOption,
  type OptionNames,
} from "../../protocol/sound-option.ts";

/** Limits of a task store. */
export interface TaskStoreBounds {
  /**
   * Maximum number of tasks.
   *
   * @default 10_000
   */
  readonly maxTasks?: number;
  /**
   * Maximum number of tasks of one owner; tasks without an owner have no such limit.
   *
   * @default 1_000
   */
  readonly maxTasksPerOwner?: number;
  /**
   * Approximate maximum memory of all tasks, in bytes. A task takes at least 6 KiB and the
   * params of its request while its handler runs, and less afterwards.
   *
   * @default 67_108_864 (64 MiB)
   */
  readonly maxBytes?: number;
  /**
   * Approximate maximum memory of the tasks of one owner, in bytes.
   *
   * @default 16_777_216 (16 MiB)
   */
  readonly maxBytesPerOwner?: number;
}

export const knownBounds: OptionNames<TaskStoreBounds> = {
  maxTasks: true,
  maxTasksPerOwner: true,
  maxBytes: true,
  maxBytesPerOwner: true,
};

const mebibyte = 1024 * 1024;

/** Validates the limits and adds defaults. Throws a TypeError unless each is an integer above 0. */
export function taskStoreBounds(
  given: TaskStoreBounds,
): Required<TaskStoreBounds> {
  const bound = (name: keyof TaskStoreBounds, byDefault: number): number =>
    integerOption(name, given[name], byDefault);
  return {
    maxTasks: bound("maxTasks", 10_000),
    maxTasksPerOwner: bound("maxTasksPerOwner", 1_000),
    maxBytes: bound("maxBytes", 64 * mebibyte),
    maxBytesPerOwner: bound("maxBytesPerOwner", 16 * mebibyte),
  };
}

/** Error of a full task store: the task was not stored. */
export class TaskStoreFullError extends KnownError {
  static override readonly kin: string = "mcp-gen:TaskStoreFullError";
  /** Identifies the error if `instanceof` cannot. */
  override readonly name = "TaskStoreFullError";
  /** Limit that was reached. */
  readonly bound: keyof TaskStoreBounds;

  constructor(bound: keyof TaskStoreBounds, limit: number) {
    super(
      `the task store is full (${bound}: ${limit}): room returns when tasks expire, so use a shorter ttl or raise the limit`,
    );
    this.bound = bound;
  }
}
