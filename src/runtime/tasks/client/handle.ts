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

/** How long somebody waits for the result of a task. */
export interface TaskResultOptions {
  /** Ends the waiting. The task goes on: `cancel` ends that. */
  readonly signal?: AbortSignal;
  /**
   * The longest time that is waited, in milliseconds. `Infinity` is no bound. The task
   * goes on, and can be waited for again.
   *
   * @default 3_600_000 (1 hour)
   */
  readonly totalTimeout?: number;
}

/**
 * A call that may be a task. It is polled, and what it asks for is answered, while
 * somebody waits for its result or looks at its updates.
 */
export interface TaskHandle<Result> extends AsyncIterable<TaskState> {
  /**
   * The id that `resume` takes, also in another process; undefined where the server
   * answered at once. Who knows it may have the result: keep it as you keep a secret.
   */
  readonly taskId: string | undefined;
  /** Where it is, as far as is known: undefined before a resumed task is first asked after. */
  readonly status: TaskStatus | undefined;
  /** What was told of it last. */
  readonly task: TaskState | undefined;
  /**
   * The result of the call. Rejects as the call itself does: with the server's
   * ProtocolError where the task failed, or is not known any more, and with a
   * CancelledError where it was cancelled.
   */
  result(options?: TaskResultOptions): Promise<Result>;
  /**
   * Asks the server to end it, which may take it a while. What has ended is left. The
   * time is the longest silence of the server's, in milliseconds. Rejects as a call does.
   */
  cancel(options?: Pick<CallOptions, "timeout">): Promise<void>;
  /** What is told of it: the latest each time, until it is over. */
  [Symbol.asyncIterator](): AsyncIterator<TaskState>;
}

/** The handle of a task; the guards and `requireResult` prove the type of its result. */
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
      const missing = `${task.begun.method}: its task came to no end`;
      try {
        const waiting = task.result(leaving.signal);
        return (await waitFor(waiting, patience, missing)) as Result;
      } finally {
        leaving.abort(new CancelledError("nobody waits any more"));
      }
    },
    cancel: (options) => cancel(task, options),
    [Symbol.asyncIterator]: () => task.updates(),
  };
}

/** Some servers refuse to end what has ended: then there is nothing to do. */
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

/** The handle of a call that was answered at once. */
export function answered<Result>(result: JsonObject): TaskHandle<Result> {
  return {
    taskId: undefined,
    status: "completed",
    task: undefined,
    // The guard of the method has proved it.
    result: () => Promise.resolve(result as Result),
    cancel: () => Promise.resolve(),
    // eslint-disable-next-line require-yield
    async *[Symbol.asyncIterator]() {},
  };
}
