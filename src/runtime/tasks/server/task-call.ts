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

/** How a call becomes a task. */
export interface CallSettings {
  readonly service: TaskService;
  /** For how long the client wants the task to be kept, if it says so. */
  readonly ttl: unknown;
  /** The answer that says that the call is a task. */
  readonly created: (task: TaskRecord) => JsonObject;
  /** Tells the client of a change, where it need not ask for that. */
  readonly changed?: ((task: TaskRecord) => void) | undefined;
}

/** A call that is a task, or becomes one while its handler runs. */
export class TaskCall {
  readonly #request: RequestRecord;
  readonly #settings: CallSettings;
  readonly #detached: DetachedRequest;
  #begun: Promise<Work> | undefined;
  /** Whether the handler has ended. */
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

  /** Makes the task, and then runs the handler: all that it does is part of the task. */
  async runAll(handler: Handler, params: unknown): Promise<JsonObject> {
    const work = await this.#begin();
    // The handler may keep the process busy: the answer goes first.
    void soon().then(() => {
      this.#detached.forget();
      if (!work.isStopped) void this.#work(work, handler, params);
    });
    return this.#answered;
  }

  /** Runs the handler. It is answered when that ends, unless it says before that it is a task. */
  async run(handler: Handler, params: unknown): Promise<unknown> {
    const ended = this.#outcome(handler, params).then(async (outcome) => {
      this.#isOver = true;
      // Without a task, the call is answered as it is.
      const work = await this.#begun?.catch(() => undefined);
      if (work) void this.#end(work, outcome);
      else if (outcome.kind === "error") throw outcome.error;
      else return outcome.result;
      return this.#answered;
    });
    return Promise.race([this.#answered, ended]);
  }

  /** What `context.task()` does: asked twice, it is the same task. */
  async #become(): Promise<RunningTask> {
    if (this.#isOver && !this.#begun)
      throw new TypeError(
        "context.task: the handler has ended, and the call is answered without a task: make it one before that",
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
      // The client never hears of it.
      await service.keeper.remove(taskId);
      this.#request.signal.throwIfAborted();
    }
    const { session } = this.#request;
    // Its client is told of changes by itself, long after the answer.
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

  /** What nobody could answer is not shown. */
  #pose(work: Work): Pose {
    return async (key, asked, options) => {
      assertAnswerable([asked], this.#request);
      return work.ask(key, omitUnsupported(asked, this.#request), options);
    };
  }

  // No async functions: each would keep more than all that it waits for, in every task.
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

  /** Keeps what the task came to. Never rejects. */
  async #end(work: Work, outcome: Outcome): Promise<void> {
    // One that has ended already was told so, and nobody waits for it.
    if (!work.isStopped) await work.finish(ending(outcome, this.#request));
  }
}

/** Lets what is ready to be sent go first. */
function soon(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
