import type { Offer } from "../../../peer/dialect.ts";
import type { Handler, HandlerMap } from "../../../peer/handlers.ts";
import type { RequestRecord } from "../../../peer/record.ts";
import type { JsonObject } from "../../../protocol/message.ts";
import { isObject, objectOf } from "../../../protocol/message.ts";
import {
  INTERNAL_ERROR,
  invalidParams,
  ProtocolError,
  toError,
} from "../../../protocol/errors.ts";
import { whenReady } from "../../../protocol/when-ready.ts";
import { isOver } from "../../life.ts";
import type { TaskRecord } from "../../record.ts";
import { unknownTask } from "../../server/keeper.ts";
import { coreTask, relatedTaskOf, relatedTo } from "../../wire/core-form.ts";
import type { TasksOfClient } from "./tasks-of-client.ts";

/** Number of tasks on a page. */
const pageSize = 100;

/** Methods that servers can request as a task, with their capabilities. */
const receivable: ReadonlyMap<string, JsonObject> = /* @__PURE__ */ new Map([
  ["sampling/createMessage", { sampling: { createMessage: {} } }],
  ["elicitation/create", { elicitation: { create: {} } }],
]);

/**
 * Returns the task handlers and capabilities of a client, for the methods that have handlers.
 * Returns undefined if the user handles tasks. See `basic/utilities/tasks` of the protocol
 * versions that have `tasks/result`.
 */
export function offerTasks(
  tasks: TasksOfClient,
  handles: (method: string) => boolean,
): Offer | undefined {
  const requests = [...receivable].flatMap(([method, declared]) =>
    handles(method) ? [declared] : [],
  );
  if (requests.length === 0 || handles("tasks/get")) return undefined;
  return {
    handlers: taskHandlers(tasks),
    capabilities: {
      tasks: { list: {}, cancel: {}, requests: Object.assign({}, ...requests) },
    },
  };
}

function taskHandlers(tasks: TasksOfClient): HandlerMap {
  return new Map<string, Handler>([
    [
      "tasks/get",
      async (params, request) => coreTask(await tasks.find(params, request)),
    ],
    ["tasks/result", (params, request) => result(tasks, params, request)],
    ["tasks/list", (params, request) => list(tasks, params, request)],
    [
      "tasks/cancel",
      async (params, request) =>
        coreTask(
          await tasks.cancel(await tasks.find(params, request), isOverAlready),
        ),
    ],
  ]);
}

function isOverAlready(task: TaskRecord): Error {
  const { status } = coreTask(task);
  return invalidParams(`The task cannot be cancelled: it is ${String(status)}`);
}

async function list(
  tasks: TasksOfClient,
  params: unknown,
  request: RequestRecord,
): Promise<JsonObject> {
  const { cursor } = objectOf(params);
  const { tasks: page, next } = await tasks.keeper.list(undefined, {
    limit: pageSize,
    session: tasks.sessionOf(request),
    ...(typeof cursor === "string" && { after: cursor }),
  });
  return {
    tasks: page.map(coreTask),
    ...(next !== undefined && { nextCursor: next }),
  };
}

/** Waits until the task has ended, and returns the response of its request. */
async function result(
  tasks: TasksOfClient,
  params: unknown,
  request: RequestRecord,
): Promise<JsonObject> {
  const { taskId } = await tasks.find(params, request);
  const task = await whenOver(tasks, taskId, request.signal);
  if (!task) throw unknownTask();
  const { result, error } = task;
  if (error) throw new ProtocolError(error.code, error.message, error.data);
  if (result) return relatedTo(taskId, result);
  throw new ProtocolError(INTERNAL_ERROR, "The task was cancelled");
}

async function whenOver(
  { keeper }: TasksOfClient,
  taskId: string,
  signal: AbortSignal,
): Promise<TaskRecord | undefined> {
  let unwatch = (): void => {};
  const over = new Promise<TaskRecord | undefined>((resolve, reject) => {
    unwatch = keeper.watch(taskId, (task) => {
      if (!task || isOver(task)) resolve(task);
    });
    // The task may have ended before the watch started.
    keeper.read(taskId).then((task) => {
      if (!task || isOver(task)) resolve(task);
    }, reject);
    const leave = (): void => reject(toError(signal.reason));
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
  });
  return over.finally(() => unwatch());
}

/** Wraps the handler of a server request: a request with `task` becomes a task. */
export function receiving(
  tasks: TasksOfClient,
  method: string,
  handler: Handler,
): Handler {
  return (params, request) => {
    if (receivable.has(method) && isObject(params) && isObject(params["task"]))
      return tasks.begin(handler, params, request);
    return handler(params, request);
  };
}

/**
 * Wraps the handler of a server request that belongs to a task of the server: the response
 * refers to the same task. See `basic/utilities/tasks` of the protocol versions that have
 * `tasks/result`.
 */
export function relating(handler: Handler): Handler {
  return (params, request) => {
    const taskId = relatedTaskOf(params);
    return taskId === undefined
      ? handler(params, request)
      : whenReady(handler(params, request), (answer) =>
          isObject(answer) ? relatedTo(taskId, answer) : answer,
        );
  };
}
