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

/** Stands for the capabilities of a server that declares none. */
const nobody = {};

/** Running handler of a request that was answered with a task. */
interface Work {
  readonly request: DetachedRequest;
  readonly expiry: Alarm;
}

/** Tasks that a client runs for its servers. */
export class TasksOfClient {
  readonly keeper: Keeper;
  readonly #times: TaskTimes;
  readonly #works = new Map<string, Work>();
  /** Random session names by connection, so that servers cannot see each other's tasks. */
  readonly #sessions = new WeakMap<object, string>();

  constructor(keeper: Keeper, times: TaskTimes) {
    this.keeper = keeper;
    this.#times = times;
  }

  /** Responds to a request with a task and starts its handler. */
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
        // Before the response, the server does not know the task.
        if (ended && record.ended)
          record.tellLater("notifications/tasks/status", coreTask(ended));
      })
      .catch((error: unknown) => record.report(toError(error)));
    return nestedTask(task);
  }

  /** Returns a task of the requesting server. Throws an error for an unknown task. */
  async find(params: unknown, request: RequestRecord): Promise<TaskRecord> {
    // The parameters are already validated.
    const { taskId } = params as { readonly taskId: string };
    const task = await this.keeper.read(taskId);
    if (task?.session === this.sessionOf(request)) return task;
    throw unknownTask();
  }

  /**
   * Returns the session name of the connection, which the object of its capabilities
   * identifies.
   */
  sessionOf({ peerCapabilities }: RequestRecord): string {
    const key = isObject(peerCapabilities) ? peerCapabilities : nobody;
    const name = this.#sessions.get(key) ?? newTaskId();
    this.#sessions.set(key, name);
    return name;
  }

  /** Cancels a task for its server. Throws the error of `refuse` if the task has ended. */
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
    this.#stop(taskId, new CancelledError("the task has ended"));
    return isWanted ? ended : undefined;
  }

  #stop(taskId: string, reason: Error): void {
    const work = this.#works.get(taskId);
    this.#works.delete(taskId);
    work?.expiry.stop();
    work?.request.cancel(reason);
  }

  /** Aborts the handler when the task expires. */
  #expire(task: TaskRecord): void {
    const left = expiryOf(task) - Date.now();
    if (left > 0 && left < Infinity)
      this.#works.get(task.taskId)?.expiry.set(left);
    if (left <= 0)
      this.#stop(task.taskId, new TimeoutError("the task has expired"));
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

/** Rejects requests from handlers of a client, which cannot send any. */
async function refuseToAsk(key: string): Promise<never> {
  throw new ProtocolError(
    METHOD_NOT_FOUND,
    `${key}: a client's handler cannot send requests`,
  );
}
