import type { Handler } from "../../peer/handlers.ts";
import { DetachedRequest } from "../../peer/detached-request.ts";
import type { Pose, RequestRecord } from "../../peer/record.ts";
import { holdSession } from "../../server/session.ts";
import {
  omitUnsupported,
  assertAnswerable,
} from "../../server/input/multi-round-trip.ts";
import { runDetached } from "../../server/input/run-with-input.ts";
import type { JsonObject } from "../../protocol/message.ts";
import type { TaskRecord } from "../record.ts";
import { ending, type Outcome } from "./ending.ts";
import type { RunningTask } from "./running-task.ts";
import type { TaskService } from "./service.ts";
import { Work } from "./work.ts";

/** Options of a call with a task. */
export interface CallSettings {
  readonly service: TaskService;
  /** Retention that the client requests, if any. */
  readonly ttl: unknown;
  /** Returns the response to the call, with its task. */
  readonly created: (task: TaskRecord) => JsonObject;
  /** Notifies the client of a change, if it need not subscribe. */
  readonly changed?: ((task: TaskRecord) => void) | undefined;
}

/** Call that is a task, or becomes one while its handler runs. */
export class TaskCall {
  readonly #request: RequestRecord;
  readonly #settings: CallSettings;
  readonly #detached: DetachedRequest;
  #begun: Promise<Work> | undefined;
  /** True if the handler has ended. */
  #isOver = false;
  #answer: (created: JsonObject) => void = () => {};
  readonly #answered: Promise<JsonObject>;

  constructor(request: RequestRecord, settings: CallSettings) {
    this.#request = request;
    this.#settings = settings;
    this.#detached = new DetachedRequest(request, {
      task: () => this.#become(),
    });
    this.#answered = new Promise((resolve) => (this.#answer = resolve));
  }

  /** Creates the task and then runs the whole handler in it. */
  async runAll(handler: Handler, params: unknown): Promise<JsonObject> {
    const work = await this.#begin();
    // The handler may block the event loop, so the response is sent first.
    void soon().then(() => {
      this.#detached.forget();
      if (!work.isStopped) void this.#work(work, handler, params);
    });
    return this.#answered;
  }

  /**
   * Runs the handler. Responds with its result, or earlier with a task if the handler requests
   * one.
   */
  async run(handler: Handler, params: unknown): Promise<unknown> {
    const ended = this.#outcome(handler, params).then(async (outcome) => {
      this.#isOver = true;
      // Without a task, the response is the outcome of the handler.
      const work = await this.#begun?.catch(() => undefined);
      if (work) void this.#end(work, outcome);
      else if (outcome.kind === "error") throw outcome.error;
      else return outcome.result;
      return this.#answered;
    });
    return Promise.race([this.#answered, ended]);
  }

  /** Implements `context.task()`: repeated calls return the same task. */
  async #become(): Promise<RunningTask> {
    if (this.#isOver && !this.#begun)
      throw new TypeError(
        "context.task: the handler has already ended without a task: call context.task() before it returns",
      );
    const work = await this.#begin();
    await soon();
    this.#detached.forget();
    return work;
  }

  #begin(): Promise<Work> {
    return (this.#begun ??= this.#create());
  }

  async #create(): Promise<Work> {
    const { service, ttl, created, changed } = this.#settings;
    const task = await service.create(this.#request, ttl);
    const { taskId } = task;
    if (this.#request.cancelled) {
      // The client never learns of the task.
      await service.keeper.remove(taskId);
      this.#request.signal.throwIfAborted();
    }
    const { session } = this.#request;
    // Retains the session, as it gets status notifications long after the response.
    const release = changed && session ? holdSession(session) : undefined;
    const work = new Work({
      keeper: service.keeper,
      task,
      changed,
      stop: (reason) => {
        release?.();
        service.ended(taskId);
        this.#detached.cancel(reason);
      },
    });
    service.begun(taskId, work);
    this.#detached.letGo(this.#pose(work));
    this.#answer(created(task));
    return work;
  }

  /** Rejects input requests that the client does not support. */
  #pose(work: Work): Pose {
    return async (key, asked, options) => {
      assertAnswerable([asked], this.#request);
      return work.ask(key, omitUnsupported(asked, this.#request), options);
    };
  }

  // No async functions: each would retain extra memory in every task.
  #work(work: Work, handler: Handler, params: unknown): Promise<void> {
    return this.#outcome(handler, params).then((outcome) =>
      this.#end(work, outcome),
    );
  }

  #outcome(handler: Handler, params: unknown): Promise<Outcome> {
    return runDetached(handler, params, this.#detached).then(
      (result) => ({ kind: "result", result }),
      (error: unknown) => ({ kind: "error", error }),
    );
  }

  /** Stores the outcome of the task. Never rejects. */
  async #end(work: Work, outcome: Outcome): Promise<void> {
    // The handler of an ended task was aborted, and its outcome is not needed.
    if (!work.isStopped) await work.finish(ending(outcome, this.#request));
  }
}

/** Lets pending messages be sent first. */
function soon(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
