import { KnownError } from "../../protocol/errors.ts";
import {
  integerOption,
  type OptionNames,
} from "../../protocol/sound-option.ts";

/** What a store of tasks may hold. */
export interface TaskStoreBounds {
  /**
   * How many tasks.
   *
   * @default 10_000
   */
  readonly maxTasks?: number;
  /**
   * How many tasks of one owner; those of nobody have no such bound.
   *
   * @default 1_000
   */
  readonly maxTasksPerOwner?: number;
  /**
   * How many bytes all tasks may have in memory, about: each takes 6 KiB and more while
   * its handler is at work, with the params of its request, and less afterwards.
   *
   * @default 67_108_864 (64 MiB)
   */
  readonly maxBytes?: number;
  /**
   * How many bytes the tasks of one owner may have in memory, about.
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

/** All bounds of a store. Throws a TypeError for what is no integer above 0. */
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

/** A store of tasks has no room: the task that it was given is not kept. */
export class TaskStoreFullError extends KnownError {
  static override readonly kin: string = "mcp-gen:TaskStoreFullError";
  /** Tells it from other errors where `instanceof` cannot. */
  override readonly name = "TaskStoreFullError";
  /** Which bound is reached. */
  readonly bound: keyof TaskStoreBounds;

  constructor(bound: keyof TaskStoreBounds, limit: number) {
    super(
      `the store of tasks is full (${bound}: ${limit}): there is room when tasks are past their time, so give them a shorter one, or the store more room`,
    );
    this.bound = bound;
  }
}
