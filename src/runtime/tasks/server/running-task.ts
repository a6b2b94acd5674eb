/** A call that goes on as a task, as its handler sees it: `context.task()` gives it. */
export interface RunningTask {
  /**
   * The name that its client knows it by. Undefined where no task is possible: the
   * client speaks a revision without, or did not say that it knows tasks, or asked for
   * none. Then the call is answered when its handler ends.
   */
  readonly id: string | undefined;
  /**
   * Says how far it is, for people to read: clients see it as `statusMessage`. When
   * that comes faster than ten times a second, the latest is kept. What is longer than
   * 1,000 characters is cut. Where there is no task, nobody hears it.
   */
  say(message: string): void;
}

/** Where no task is possible. */
export const noTask: RunningTask = { id: undefined, say() {} };
