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

/** How often a task is asked after, in milliseconds, where its server does not say. */
const usualInterval = 1_000;
/** How often although its server tells of it: a notification may be lost. */
const safeInterval = 30_000;

/**
 * Watches a task of a server's until it is over, or nobody waits for it any more:
 *
 *     polling, listening ─▶ concluding: its result is fetched ─▶ done
 *
 * What the task asks for is answered meanwhile.
 */
export class TaskWatch {
  /** The result of the method, or why there is none. */
  readonly done: Promise<JsonObject>;
  readonly #task: WatchedTask;
  /** Aborts when the task need not be looked at any more. */
  readonly #looking = new AbortController();
  /** Aborts when nothing is to be asked of anybody. */
  #asking = new AbortController();
  /** Aborts when nobody waits any more, and when it is done. */
  readonly #waiting = new AbortController();
  #resolve: (result: JsonObject) => void = () => {};
  #reject: (error: Error) => void = () => {};
  #isListening = false;
  /** Ends the pause before the next poll. */
  #pause = new AbortController();
  #isHurried = false;
  /** Why the server did not take answers: it holds, unless the task is over by then. */
  #refusal: Error | undefined;
  /** The result as it is fetched. */
  #fetching: Promise<JsonObject> | undefined;

  constructor(task: WatchedTask) {
    this.#task = task;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Whoever waits hears of it elsewhere.
    this.done.catch(() => {});
    this.#register();
    void this.#poll();
    void this.#listen();
  }

  get isDone(): boolean {
    return this.#waiting.signal.aborted;
  }

  /** Ends it: nothing more is asked, of the server or of anybody. */
  stop(): void {
    this.#waiting.abort();
    this.#asking.abort();
    this.#look();
  }

  /** The task is to end: what the client's handlers are asked is asked no more. */
  stopAsking(): void {
    this.#asking.abort();
  }

  /** It is not to end after all. */
  askAgain(): void {
    if (!this.#looking.signal.aborted) this.#asking = new AbortController();
  }

  /** Takes what the server says of the task. */
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
        `${this.#task.begun.method}: the server answers for another task than it was asked for`,
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
    // Of a task that is not merely working there is more to know.
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

  /** Sends a request about the task. Who stops waiting does not take it back: it does no harm. */
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

  /** Polls now. */
  #hurry(): void {
    this.#isHurried = true;
    this.#pause.abort();
  }

  /** Looks no more. */
  #look(): void {
    this.#looking.abort();
    this.#pause.abort();
  }

  /** Some servers tell of tasks to who asks for that. */
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

  /** Others tell of tasks to everybody. */
  #register(): void {
    const { taskId, following } = this.#task;
    const { hearers, host } = following;
    const hear = (task: SeenTask): void => this.hear(task);
    // The next poll may be minutes away, and tells whether there is a next connection.
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
      // Whoever cannot answer is not asked: some servers fail the task for that.
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
      // A task that has ended meanwhile wants no answers: the next poll tells.
      this.#refusal = error;
      this.#hurry();
    }
  }

  /**
   * Fetches the result before the task is over: while somebody waits for it, such a
   * server asks what it needs by requests of its own.
   * The page is `basic/utilities/tasks` of the revisions that have `tasks/result`.
   */
  #fetchEarly(): void {
    if (this.#fetching) return;
    const fetching = this.#request("tasks/result", {});
    this.#fetching = fetching;
    fetching.then(
      (result) => this.#settle(() => this.#early(result)),
      // The polls tell how the task is, and in the end it is fetched anew.
      () => {
        if (this.#fetching === fetching) this.#fetching = undefined;
      },
    );
  }

  /** Fetches what is being fetched once. */
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

  /** What has its result is over, before anybody says so. */
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

  /** A task that the server does not know never was one, or its time is over. */
  #explained(error: Error): Error {
    const isUnknown =
      error instanceof ProtocolError &&
      error.code === INVALID_PARAMS &&
      error !== this.#refusal;
    if (!isUnknown) return error;
    const said = excerpt(error.message, 200);
    return new ProtocolError(
      INVALID_PARAMS,
      `${this.#task.begun.method}: the server does not know the task, or does not any more: ${said}`,
      error.data,
    );
  }
}

/** What a server may ask as part of a task: it does not say what before it asks. */
function isQuestion(method: string): boolean {
  return method !== "ping" && !method.startsWith("tasks/");
}
