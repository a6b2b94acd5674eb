import { toError } from "../../protocol/errors.ts";
import type { JsonObject } from "../../protocol/message.ts";
import { isOver } from "../life.ts";
import { readCoreTask } from "../wire/core-form.ts";
import type { SeenTask } from "../wire/seen-task.ts";
import { hasOwnTasks, readTask } from "./generation.ts";
import type { Begun, Following, WatchedTask } from "./following.ts";
import type { TaskState } from "./options.ts";
import { TaskQuestions } from "./questions.ts";
import { TaskWatch } from "./watch.ts";

/** Task of a server, which is watched while somebody waits for its result or updates. */
export class FollowedTask implements WatchedTask {
  readonly taskId: string;
  readonly following: Following;
  readonly begun: Begun;
  /** Input requests, shared with other handles of the same task. */
  questions: TaskQuestions = new TaskQuestions();
  /** True after `cancel`: the client answers no more input requests. */
  isCancelled = false;
  #state: SeenTask | undefined;
  #watch: TaskWatch | undefined;
  /** Number of waiting callers. */
  #waiting = 0;
  readonly #sleepers = new Set<() => void>();
  /** Last shown state, as JSON. */
  #shown = "";

  constructor(taskId: string, following: Following, begun: Begun) {
    this.taskId = taskId;
    this.following = following;
    this.begun = begun;
    this.#state = begun.seed;
  }

  /** Last known state; undefined before the first. */
  get state(): SeenTask | undefined {
    return this.#state;
  }

  /** Last known state without details. */
  get shown(): TaskState | undefined {
    return this.#state && stateOf(this.#state);
  }

  get isOver(): boolean {
    return this.#state !== undefined && isOver(this.#state);
  }

  /** Stores a state and notifies `onTask` and waiting callers of changes. */
  tell(task: SeenTask): void {
    this.#state = task;
    const state = stateOf(task);
    const shown = JSON.stringify(state);
    if (shown === this.#shown) return;
    this.#shown = shown;
    for (const wake of this.#sleepers) wake();
    const { options, host } = this.following;
    try {
      options.onTask?.(state);
    } catch (error) {
      host.onError(toError(error));
    }
  }

  /**
   * Waits for the result of the method; rejects with an error of `errors.ts`. If the signal
   * aborts, rejects with its reason.
   */
  async result(signal: AbortSignal): Promise<JsonObject> {
    const watch = this.#join();
    let stop = (): void => {};
    const stopped = new Promise<never>((_, reject) => {
      stop = () => reject(toError(signal.reason));
      if (signal.aborted) stop();
      else signal.addEventListener("abort", stop, { once: true });
    });
    try {
      return await Promise.race([watch.done, stopped]);
    } finally {
      signal.removeEventListener("abort", stop);
      this.#leave();
    }
  }

  /** Yields the latest state after each change, until the task has ended. */
  async *updates(): AsyncGenerator<TaskState, void, void> {
    const watch = this.#join();
    let seen = "";
    try {
      for (;;) {
        const task = this.#state;
        const shown = this.#shown;
        if (!task || shown === seen) {
          await this.#change(watch);
          continue;
        }
        seen = shown;
        yield stateOf(task);
        if (isOver(task)) return;
      }
    } finally {
      this.#leave();
    }
  }

  /** Cancels the task on the server. Rejects as a call does. */
  async cancel(timeout?: number): Promise<void> {
    const { host } = this.following;
    this.isCancelled = true;
    this.#watch?.stopAsking();
    const options = timeout === undefined ? {} : { timeout };
    const { taskId } = this;
    const asked = host.request("tasks/cancel", { taskId }, options);
    const answer = await asked.catch((error: unknown) => {
      // The task continues, with its input requests.
      this.isCancelled = false;
      this.#watch?.askAgain();
      throw error;
    });
    // Only the core protocol returns the task.
    if (!hasOwnTasks(host.table)) return;
    const task = readCoreTask(answer);
    if (this.#watch) this.#watch.hear(task);
    else this.tell(task);
  }

  /** Requests the state of the task once. */
  async look(): Promise<this> {
    const { host } = this.following;
    const { taskId } = this;
    const answer = await host.request("tasks/get", { taskId });
    const task = readTask(host.table, answer);
    if (this.#watch) this.#watch.hear(task);
    else this.tell(task);
    return this;
  }

  /** Resolves at the next change; rejects if the watch fails. */
  #change(watch: TaskWatch): Promise<void> {
    return new Promise((resolve, reject) => {
      const wake = (): void => {
        this.#sleepers.delete(wake);
        resolve();
      };
      this.#sleepers.add(wake);
      watch.done.then(wake, (error: unknown) => {
        this.#sleepers.delete(wake);
        reject(toError(error));
      });
    });
  }

  #join(): TaskWatch {
    this.#waiting++;
    this.#share();
    if (this.#watch) return this.#watch;
    if (this.#state) this.tell(this.#state);
    return (this.#watch = new TaskWatch(this));
  }

  /** Stops the watch after the last caller; the state of an ended task is retained. */
  #leave(): void {
    this.#unshare();
    if (--this.#waiting > 0 || !this.#watch) return;
    if (this.#watch.isDone && this.isOver) return;
    this.#watch.stop();
    this.#watch = undefined;
  }

  #share(): void {
    const { asked } = this.following;
    const { questions } = this;
    const shared = asked.get(this.taskId) ?? { questions, count: 0 };
    asked.set(this.taskId, shared);
    shared.count++;
    this.questions = shared.questions;
  }

  #unshare(): void {
    const { asked } = this.following;
    const shared = asked.get(this.taskId);
    if (shared && --shared.count === 0) asked.delete(this.taskId);
  }
}

/** Returns the state without input requests, result and error. */
function stateOf(task: SeenTask): TaskState {
  const { questions, result, error, ...state } = task;
  return state;
}
