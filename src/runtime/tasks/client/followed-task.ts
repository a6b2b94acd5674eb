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

/** A task of a server's, which is watched as long as somebody waits for something of it. */
export class FollowedTask implements WatchedTask {
  readonly taskId: string;
  readonly following: Following;
  readonly begun: Begun;
  /** Those of the others who wait for the same task, while there are any. */
  questions: TaskQuestions = new TaskQuestions();
  /** Whether the client wants it to end: it answers nothing more. */
  isCancelled = false;
  #state: SeenTask | undefined;
  #watch: TaskWatch | undefined;
  /** How many wait for something of it. */
  #waiting = 0;
  readonly #sleepers = new Set<() => void>();
  /** What was shown last, as JSON. */
  #shown = "";

  constructor(taskId: string, following: Following, begun: Begun) {
    this.taskId = taskId;
    this.following = following;
    this.begun = begun;
    this.#state = begun.seed;
  }

  /** What was told of it last; undefined before that. */
  get state(): SeenTask | undefined {
    return this.#state;
  }

  /** What of that is shown. */
  get shown(): TaskState | undefined {
    return this.#state && stateOf(this.#state);
  }

  get isOver(): boolean {
    return this.#state !== undefined && isOver(this.#state);
  }

  /** Takes what was told, and shows what is new in it. */
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
   * The result of the method; rejects with one of the errors of `errors.ts`. When the
   * signal aborts nobody waits here any more, and its reason is why.
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

  /** What is told of it, the latest each time, until it is over. */
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

  /** Lets the server know that nobody wants the result. Rejects as a call does. */
  async cancel(timeout?: number): Promise<void> {
    const { host } = this.following;
    this.isCancelled = true;
    this.#watch?.stopAsking();
    const options = timeout === undefined ? {} : { timeout };
    const { taskId } = this;
    const asked = host.request("tasks/cancel", { taskId }, options);
    const answer = await asked.catch((error: unknown) => {
      // It goes on, with all that it asks for.
      this.isCancelled = false;
      this.#watch?.askAgain();
      throw error;
    });
    // Some say at once that it is over, and some later.
    if (!hasOwnTasks(host.table)) return;
    const task = readCoreTask(answer);
    if (this.#watch) this.#watch.hear(task);
    else this.tell(task);
  }

  /** Asks the server once how it is. */
  async look(): Promise<this> {
    const { host } = this.following;
    const { taskId } = this;
    const answer = await host.request("tasks/get", { taskId });
    const task = readTask(host.table, answer);
    if (this.#watch) this.#watch.hear(task);
    else this.tell(task);
    return this;
  }

  /** Resolves when there is something else to see; rejects when there never will be. */
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

  /** The last one who leaves ends the watch; what the task came to is kept. */
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

/** What of a task is shown: its questions and its result go their own ways. */
function stateOf(task: SeenTask): TaskState {
  const { questions, result, error, ...state } = task;
  return state;
}
