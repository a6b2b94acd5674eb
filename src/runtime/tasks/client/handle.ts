import type { CallOptions } from "../../peer/caller.ts";
import { clientLimits, duration } from "../../protocol/timers/time-limits.ts";
import { waitFor } from "../../protocol/timers/wait-for.ts";
import {
  CancelledError,
  INVALID_PARAMS,
  ProtocolError,
} from "../../protocol/errors.ts";
import type { JsonObject } from "../../protocol/message.ts";
import type { TaskStatus } from "../record.ts";
import type { FollowedTask } from "./followed-task.ts";
import type { TaskState } from "./options.ts";

/** Options for waiting for the result of a task. */
export interface TaskResultOptions {
  /** Aborts the wait. The task continues; use `cancel` to end it. */
  readonly signal?: AbortSignal;
  /**
   * Maximum wait, in milliseconds; `Infinity` for no limit. The task continues, and you can
   * wait for it again.
   *
   * @default 3_600_000 (1 hour)
   */
  readonly totalTimeout?: number;
}

/**
 * Handle of a call that may be a task. While you wait for its result or iterate over its
 * updates, the client polls the task and answers its input requests.
 */
export interface TaskHandle<Result> extends AsyncIterable<TaskState> {
  /**
   * Task id for `resume`, also in another process; undefined if the server responded with a
   * result. The id gives access to the result, so store it like a secret.
   */
  readonly taskId: string | undefined;
  /** Last known status; undefined for a resumed task before its first state. */
  readonly status: TaskStatus | undefined;
  /** Last known state. */
  readonly task: TaskState | undefined;
  /**
   * Waits for the result of the call. Rejects as the call does: with the server's ProtocolError
   * if the task failed or is unknown, and with a CancelledError if it was cancelled.
   */
  result(options?: TaskResultOptions): Promise<Result>;
  /**
   * Asks the server to cancel the task, which may take a while. Does nothing if the task has
   * ended. `timeout` is in milliseconds. Rejects as a call does.
   */
  cancel(options?: Pick<CallOptions, "timeout">): Promise<void>;
  /** Yields the latest state after each change, until the task has ended. */
  [Symbol.asyncIterator](): AsyncIterator<TaskState>;
}

/** Returns the handle of a task. The result is validated at runtime by `requireResult`. */
export function handleOf<Result>(task: FollowedTask): TaskHandle<Result> {
  return {
    taskId: task.taskId,
    get status() {
      return task.state?.status;
    },
    get task() {
      return task.shown;
    },
    async result({ signal, totalTimeout } = {}) {
      const timeout = duration(
        "totalTimeout",
        totalTimeout,
        clientLimits.totalTimeout,
      );
      const leaving = new AbortController();
      const patience = { timeout, ...(signal && { signal }) };
      const missing = `${task.begun.method}: its task did not end`;
      try {
        const waiting = task.result(leaving.signal);
        return (await waitFor(waiting, patience, missing)) as Result;
      } finally {
        leaving.abort(new CancelledError("the wait has ended"));
      }
    },
    cancel: (options) => cancel(task, options),
    [Symbol.asyncIterator]: () => task.updates(),
  };
}

/** Some servers reject the cancellation of an ended task; this is ignored. */
async function cancel(
  task: FollowedTask,
  { timeout }: Pick<CallOptions, "timeout"> = {},
): Promise<void> {
  if (task.isOver) return;
  try {
    await task.cancel(timeout);
  } catch (error) {
    const mayBeOver =
      error instanceof ProtocolError && error.code === INVALID_PARAMS;
    if (mayBeOver && (await task.look()).isOver) return;
    throw error;
  }
}

/** Returns the handle of a call that returned a result. */
export function answered<Result>(result: JsonObject): TaskHandle<Result> {
  return {
    taskId: undefined,
    status: "completed",
    task: undefined,
    // The result is validated already.
    result: () => Promise.resolve(result as Result),
    cancel: () => Promise.resolve(),
    // eslint-disable-next-line require-yield
    async *[Symbol.asyncIterator]() {},
  };
}
