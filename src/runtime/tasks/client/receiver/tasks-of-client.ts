import { DetachedRequest } from "../../../peer/detached-request.ts";
import type { Handler } from "../../../peer/handlers.ts";
import type { RequestRecord } from "../../../peer/record.ts";
import { Alarm } from "../../../protocol/timers/alarm.ts";
import {
  CancelledError,
  METHOD_NOT_FOUND,
  ProtocolError,
  TimeoutError,
  toError,
} from "../../../protocol/errors.ts";
import {
  isObject,
  objectOf,
  type JsonObject,
} from "../../../protocol/message.ts";
import { begin, cancelTask, expiryOf, isOver } from "../../life.ts";
import type { TaskRecord } from "../../record.ts";
import { ending, type Outcome } from "../../server/ending.ts";
import { unknownTask, type Keeper } from "../../server/keeper.ts";
import { boundedTtl, type TaskTimes } from "../../server/options.ts";
import { newTaskId } from "../../task-id.ts";
import { coreTask, nestedTask } from "../../wire/core-form.ts";

/** What a server is known by that declares nothing. */
const nobody = {};

/** What a handler works on, though its request is answered. */
interface Work {
  readonly request: DetachedRequest;
  readonly expiry: Alarm;
}

/**
 * The tasks that a client works on for its servers: what they ask of its handlers, and
 * wait for no longer than they like.
 */
export class TasksOfClient {
  readonly keeper: Keeper;
  readonly #times: TaskTimes;
  readonly #works = new Map<string, Work>();
  /** A name for each connection: no server sees the tasks of another. */
  readonly #sessions = new WeakMap<object, string>();

  constructor(keeper: Keeper, times: TaskTimes) {
    this.keeper = keeper;
    this.#times = times;
  }

  /** Answers a request by a task, on which its handler goes to work. */
  async begin(
    handler: Handler,
    params: JsonObject,
    record: RequestRecord,
  ): Promise<JsonObject> {
    const { task: asked, ...rest } = params;
    const { ttl } = objectOf(asked);
    const request = new DetachedRequest(record);
    const task = begin({
      taskId: newTaskId(),
      method: record.method,
      session: this.sessionOf(record),
      ttl: boundedTtl(ttl, this.#times),
      pollInterval: this.#times.pollInterval,
    });
    await this.keeper.create(task, params);
    request.letGo(refuseToAsk);
    const expiry = new Alarm(() => this.#expire(task));
    this.#works.set(task.taskId, { request, expiry });
    this.#expire(task);
    this.#run(handler, rest, request, task)
      .then((ended) => {
        // Nobody knows the task before the answer.
        if (ended && record.ended)
          record.tellLater("notifications/tasks/status", coreTask(ended));
      })
      .catch((error: unknown) => record.report(toError(error)));
    return nestedTask(task);
  }

  /** A task, for the server that made it. Throws the error that refuses a name that is not known. */
  async find(params: unknown, request: RequestRecord): Promise<TaskRecord> {
    // The guard of the request has passed.
    const { taskId } = params as { readonly taskId: string };
    const task = await this.keeper.read(taskId);
    if (task?.session === this.sessionOf(request)) return task;
    throw unknownTask();
  }

  /** What a server declares is one object for all that comes of its connection. */
  sessionOf({ peerCapabilities }: RequestRecord): string {
    const key = isObject(peerCapabilities) ? peerCapabilities : nobody;
    const name = this.#sessions.get(key) ?? newTaskId();
    this.#sessions.set(key, name);
    return name;
  }

  /** Ends a task that its server does not want any more. Throws a ProtocolError for one that is over. */
  async cancel(
    { taskId }: TaskRecord,
    refuse: (task: TaskRecord) => Error,
  ): Promise<TaskRecord> {
    const task = await this.keeper.change(taskId, (known) => {
      if (isOver(known)) throw refuse(known);
      return cancelTask(known, "cancelled by its server");
    });
    this.#stop(taskId, new CancelledError("the server cancelled the task"));
    if (task) return task;
    throw unknownTask();
  }

  async #run(
    handler: Handler,
    params: JsonObject,
    request: DetachedRequest,
    { taskId }: TaskRecord,
  ): Promise<TaskRecord | undefined> {
    const outcome = await outcomeOf(handler, params, request);
    const ended = await this.keeper.end(taskId, ending(outcome, request));
    const isWanted = !request.cancelled;
    this.#stop(taskId, new CancelledError("the task is over"));
    return isWanted ? ended : undefined;
  }

  #stop(taskId: string, reason: Error): void {
    const work = this.#works.get(taskId);
    this.#works.delete(taskId);
    work?.expiry.stop();
    work?.request.cancel(reason);
  }

  /** Who is still at work when the time is over works for nobody. */
  #expire(task: TaskRecord): void {
    const left = expiryOf(task) - Date.now();
    if (left > 0 && left < Infinity)
      this.#works.get(task.taskId)?.expiry.set(left);
    if (left <= 0)
      this.#stop(task.taskId, new TimeoutError("the time of the task is over"));
  }
}

async function outcomeOf(
  handler: Handler,
  params: JsonObject,
  request: DetachedRequest,
): Promise<Outcome> {
  try {
    return { kind: "result", result: await handler(params, request) };
  } catch (error) {
    return { kind: "error", error };
  }
}

/** Handlers of a client ask their servers nothing in mid-call. */
async function refuseToAsk(key: string): Promise<never> {
  throw new ProtocolError(
    METHOD_NOT_FOUND,
    `${key}: a handler of a client asks nothing in mid-call`,
  );
}
