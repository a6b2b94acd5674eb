import { sleep } from "../../protocol/timers/sleep.ts";
import {
  excerpt,
  INVALID_PARAMS,
  InvalidMessageError,
  ProtocolError,
  toError,
} from "../../protocol/errors.ts";
import type { JsonObject } from "../../protocol/message.ts";
import type { SeenTask } from "../wire/seen-task.ts";
import type { WatchedTask } from "./following.ts";
import { hasOwnTasks, readTask } from "./generation.ts";
import { repeatLost } from "./lost.ts";
import { outcomeOf } from "./outcome.ts";
import { listenTo } from "./streams.ts";

/** Default poll interval without a hint from the server, in milliseconds. */
const usualInterval = 1_000;
/** Poll interval during a subscription, in milliseconds: a notification may be lost. */
const safeInterval = 30_000;

/**
 * Watches a task of a server until it has ended or nobody waits for it:
 *
 * polling, listening ─▶ concluding: its result is fetched ─▶ done
 *
 * Answers the input requests of the task.
 */
export class TaskWatch {
  /** Result of the method, or the reason why there is none. */
  readonly done: Promise<JsonObject>;
  readonly #task: WatchedTask;
  /** Aborts when the state of the task is no longer needed. */
  readonly #looking = new AbortController();
  /** Aborts when input requests need no more answers. */
  #asking = new AbortController();
  /** Aborts when the watch has stopped or is done. */
  readonly #waiting = new AbortController();
  #resolve: (result: JsonObject) => void = () => {};
  #reject: (error: Error) => void = () => {};
  #isListening = false;
  /** Ends the delay before the next poll. */
  #pause = new AbortController();
  #isHurried = false;
  /**
   * Error of the server for the responses to input requests; thrown unless the next poll shows
   * that the task has ended.
   */
  #refusal: Error | undefined;
  /** Pending request of the result. */
  #fetching: Promise<JsonObject> | undefined;

  constructor(task: WatchedTask) {
    this.#task = task;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Callers handle the rejection themselves.
    this.done.catch(() => {});
    this.#register();
    void this.#poll();
    void this.#listen();
  }

  get isDone(): boolean {
    return this.#waiting.signal.aborted;
  }

  /** Stops the watch: sends no more requests, and answers none. */
  stop(): void {
    this.#waiting.abort();
    this.#asking.abort();
    this.#look();
  }

  /** Stops answering input requests because the task is being cancelled. */
  stopAsking(): void {
    this.#asking.abort();
  }

  /** Answers input requests again after a failed cancellation. */
  askAgain(): void {
    if (!this.#looking.signal.aborted) this.#asking = new AbortController();
  }

  /** Handles a state from the server. */
  hear(task: SeenTask): void {
    try {
      this.#take(task);
    } catch (error) {
      this.#fail(toError(error));
    }
  }

  #take(task: SeenTask): void {
    if (this.#looking.signal.aborted) return;
    if (task.taskId !== this.#task.taskId)
      throw new InvalidMessageError(
        `${this.#task.begun.method}: the server responded with another task than requested`,
        ["taskId"],
        { value: task },
      );
    this.#task.tell(task);
    switch (task.status) {
      case "working":
        return;
      case "input_required":
        return this.#ask(task);
      case "completed":
      case "failed":
      case "cancelled":
        return void this.#conclude(task);
      default:
        return task.status satisfies never;
    }
  }

  async #poll(): Promise<void> {
    const { following, state } = this.#task;
    const { signal } = this.#looking;
    // Any other status has details, which are fetched at once.
    let delay = state?.status === "working" ? this.#interval : 0;
    try {
      for (;;) {
        this.#pause = new AbortController();
        if (signal.aborted) return;
        await sleep(this.#isHurried ? 0 : delay, this.#pause.signal);
        if (signal.aborted) return;
        this.#isHurried = false;
        const refusal = this.#refusal;
        const get = (): Promise<SeenTask> => this.#get();
        const task = await repeatLost(following.host, get, signal);
        this.#take(task);
        if (refusal && !signal.aborted) throw refusal;
        delay = this.#interval;
      }
    } catch (error) {
      if (!signal.aborted) this.#fail(this.#explained(toError(error)));
    }
  }

  async #get(): Promise<SeenTask> {
    const answer = await this.#request("tasks/get", {});
    return readTask(this.#task.following.host.table, answer);
  }

  /**
   * Sends a request about the task. It is not cancelled with the watch, as it has no side
   * effects.
   */
  #request(method: string, params: JsonObject): Promise<JsonObject> {
    const { taskId, begun, following } = this.#task;
    const { timeout } = begun;
    const options = timeout === undefined ? {} : { timeout };
    return following.host.request(method, { taskId, ...params }, options);
  }

  get #interval(): number {
    const { minPollInterval, maxPollInterval } = this.#task.following.options;
    const told = this.#task.state?.pollInterval ?? usualInterval;
    const interval = this.#isListening ? Math.max(told, safeInterval) : told;
    return Math.min(Math.max(interval, minPollInterval), maxPollInterval);
  }

  /** Polls at once. */
  #hurry(): void {
    this.#isHurried = true;
    this.#pause.abort();
  }

  /** Stops polling. */
  #look(): void {
    this.#looking.abort();
    this.#pause.abort();
  }

  /** Subscribes to task notifications, if the server supports it. */
  async #listen(): Promise<void> {
    const { taskId, following } = this.#task;
    if (!following.options.listen) return;
    await listenTo(following.host, following.streams, {
      taskId,
      signal: this.#looking.signal,
      hear: (task) => this.hear(task),
      heard: (isListening) => {
        const wasListening = this.#isListening;
        this.#isListening = isListening;
        if (wasListening && !isListening) this.#hurry();
      },
    });
  }

  /** Listens for broadcast task notifications, which some servers send. */
  #register(): void {
    const { taskId, following } = this.#task;
    const { hearers, host } = following;
    const hear = (task: SeenTask): void => this.hear(task);
    // The next poll may be minutes away, and shows whether there is a new connection.
    const leave = host.onOver(() => this.#hurry());
    const others = hearers.get(taskId) ?? new Set();
    hearers.set(taskId, others.add(hear));
    this.#looking.signal.addEventListener("abort", () => {
      leave();
      others.delete(hear);
      if (others.size === 0) hearers.delete(taskId);
    });
  }

  #ask({ questions = {} }: SeenTask): void {
    const { questions: asked, begun, following } = this.#task;
    const { host } = following;
    if (this.#task.isCancelled) return;
    if (hasOwnTasks(host.table)) {
      // A client without handlers fetches no input requests: some servers would fail the task.
      if (host.answered.some(isQuestion)) this.#fetchEarly();
      return;
    }
    asked.take(questions, {
      method: begun.method,
      signal: this.#asking.signal,
      answer: (request, signal) => host.answer(request, signal),
      send: (inputResponses) => this.#send(inputResponses),
      fail: (error) => this.#fail(error),
    });
  }

  async #send(inputResponses: JsonObject): Promise<void> {
    const { host } = this.#task.following;
    const update = (): Promise<JsonObject> =>
      this.#request("tasks/update", { inputResponses });
    try {
      await repeatLost(host, update, this.#looking.signal);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      // A task that has just ended needs no responses: the next poll shows that.
      this.#refusal = error;
      this.#hurry();
    }
  }

  /**
   * Requests the result before the task has ended: such a server sends its input requests while
   * this request waits. See `basic/utilities/tasks` of the protocol versions that have
   * `tasks/result`.
   */
  #fetchEarly(): void {
    if (this.#fetching) return;
    const fetching = this.#request("tasks/result", {});
    this.#fetching = fetching;
    fetching.then(
      (result) => this.#settle(() => this.#early(result)),
      // The polls show the state, and the result is fetched again at the end.
      () => {
        if (this.#fetching === fetching) this.#fetching = undefined;
      },
    );
  }

  /** Fetches the result, or awaits the pending request. */
  #fetch(): Promise<JsonObject> {
    return (this.#fetching ??= this.#request("tasks/result", {}).finally(
      () => (this.#fetching = undefined),
    ));
  }

  async #conclude(task: SeenTask): Promise<void> {
    const { begun, following } = this.#task;
    this.#asking.abort();
    this.#look();
    try {
      const fetch = (): Promise<JsonObject> =>
        repeatLost(following.host, () => this.#fetch(), this.#waiting.signal);
      const { table } = following.host;
      const result = hasOwnTasks(table)
        ? await outcomeOf(begun.method, task, fetch)
        : await outcomeOf(begun.method, task);
      this.#settle(() => this.#checked(result));
    } catch (error) {
      this.#fail(toError(error));
    }
  }

  /** Marks the task as completed: its result arrived before a state said so. */
  #early(answer: JsonObject): JsonObject {
    const result = this.#checked(answer);
    const { state } = this.#task;
    if (state) this.#task.tell({ ...state, status: "completed" });
    return result;
  }

  #checked(result: JsonObject): JsonObject {
    const { begun, following } = this.#task;
    const { method, params } = begun;
    return following.host.requireResult(method, result, params);
  }

  #settle(result: () => JsonObject): void {
    if (this.isDone) return;
    try {
      this.#resolve(result());
      this.stop();
    } catch (error) {
      this.#fail(toError(error));
    }
  }

  #fail(error: Error): void {
    if (this.isDone) return;
    this.#reject(error);
    this.stop();
  }

  /** Explains an error for an unknown task. */
  #explained(error: Error): Error {
    const isUnknown =
      error instanceof ProtocolError &&
      error.code === INVALID_PARAMS &&
      error !== this.#refusal;
    if (!isUnknown) return error;
    const said = excerpt(error.message, 200);
    return new ProtocolError(
      INVALID_PARAMS,
      `${this.#task.begun.method}: the task is unknown to the server, or has expired: ${said}`,
      error.data,
    );
  }
}

/** Returns true for a method that a server may use for an input request. */
function isQuestion(method: string): boolean {
  return method !== "ping" && !method.startsWith("tasks/");
}
