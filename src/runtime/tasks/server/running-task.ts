/** Task of a running call, which `context.task()` returns to the handler. */
export interface RunningTask {
  /**
   * Id of the task. Undefined if the call cannot be a task: the protocol version has no tasks,
   * or the client did not declare support or did not request one. The call then gets its
   * response when the handler ends.
   */
  readonly id: string | undefined;
  /**
   * Sets the status message of the task, which clients see as `statusMessage`. Stores at most
   * ten messages per second, and then the latest. Truncates messages after 1,000 characters.
   * Does nothing without a task.
   */
  say(message: string): void;
}

/** Placeholder for a call that cannot be a task. */
export const noTask: RunningTask = { id: undefined, say() {} };
