import type { Handler, HandlerMap } from "../../peer/handlers.ts";
import type { RequestRecord } from "../../peer/record.ts";
import { askNow } from "../../server/input/ask.ts";
import {
  INTERNAL_ERROR,
  invalidParams,
  ProtocolError,
  toError,
} from "../../wire/errors.ts";
import type { InputRequest } from "../../wire/input-required.ts";
import { objectOf, type JsonObject } from "../../wire/message.ts";
import { viewerOf } from "../../wire/viewer.ts";
import { whenReady } from "../../wire/when-ready.ts";
import { answer, cancelTask, isOver } from "../life.ts";
import type { TaskRecord } from "../record.ts";
import { coreTask, relatedTo } from "../wire/core-form.ts";
import { unknownTask } from "./keeper.ts";
import type { TaskService } from "./service.ts";

/** How many tasks stand on a page. */
const pageSize = 100;

/** What a core that has tasks asks of who runs them. */
export function coreHandlers(service: TaskService): HandlerMap {
  const { keeper } = service;
  return new Map<string, Handler>([
    [
      "tasks/get",
      (params, request) => whenReady(keeper.find(params, request), coreTask),
    ],
    ["tasks/result", (params, request) => result(params, request, service)],
    ["tasks/list", (params, request) => list(params, request, service)],
    ["tasks/cancel", (params, request) => cancelled(params, request, service)],
  ]);
}

async function cancelled(
  params: unknown,
  request: RequestRecord,
  { keeper }: TaskService,
): Promise<JsonObject> {
  const { taskId } = await keeper.find(params, request);
  const task = await keeper.update(taskId, (known) => {
    if (isOver(known))
      throw invalidParams(
        `The task cannot be cancelled: it is ${String(coreTask(known)["status"])} already`,
      );
    return cancelTask(known);
  });
  if (!task) throw unknownTask();
  return coreTask(task);
}

/** The tasks of whoever asks: of its principal, or else of its session. */
async function list(
  params: unknown,
  request: RequestRecord,
  service: TaskService,
): Promise<JsonObject> {
  const { principal } = viewerOf(request.sink);
  const session = service.sessionOf(request);
  // Nothing tells such a client from others.
  if (principal === undefined && session === undefined) return { tasks: [] };
  const { cursor } = objectOf(params);
  const { tasks, next } = await service.keeper.list(principal, {
    limit: pageSize,
    ...(typeof cursor === "string" && { after: cursor }),
    ...(principal === undefined && session !== undefined && { session }),
  });
  return {
    tasks: tasks.map(coreTask),
    ...(next !== undefined && { nextCursor: next }),
  };
}

/**
 * Waits until the task is over, and asks meanwhile what its handler wants to know: the
 * client opens this request to be asked.
 */
async function result(
  params: unknown,
  request: RequestRecord,
  service: TaskService,
): Promise<JsonObject> {
  const { keeper } = service;
  const found = await keeper.find(params, request);
  const { taskId } = found;
  const task = await new Promise<TaskRecord | undefined>((resolve) => {
    const hear = (known: TaskRecord | undefined): void => {
      if (request.cancelled || !known || isOver(known)) {
        unwatch();
        return resolve(known);
      }
      for (const [key, question] of Object.entries(known.questions ?? {}))
        askOnce(taskId, key, question, request, service);
    };
    const unwatch = keeper.watch(taskId, hear);
    request.signal.addEventListener("abort", () => hear(undefined));
    // It may have changed before it was watched.
    keeper.read(taskId).then(hear, (error: unknown) => {
      request.report(toError(error));
      hear(undefined);
    });
  });
  if (request.cancelled) request.signal.throwIfAborted();
  if (!task) throw unknownTask();
  return finalResult(task);
}

/** What the request would have been answered with, or throws the error. */
function finalResult({ taskId, result, error }: TaskRecord): JsonObject {
  if (error) throw new ProtocolError(error.code, error.message, error.data);
  if (result) return relatedTo(taskId, result);
  throw new ProtocolError(INTERNAL_ERROR, "The task was cancelled");
}

/** Asks what nobody is being asked already: several requests may wait for one task. */
function askOnce(
  taskId: string,
  key: string,
  question: InputRequest,
  request: RequestRecord,
  service: TaskService,
): void {
  const { asking, keeper, works } = service;
  const name = JSON.stringify([taskId, key]);
  if (asking.has(name)) return;
  asking.add(name);
  const params = relatedTo(taskId, objectOf(question.params));
  askNow(request, key, { ...question, params }, {})
    .then(
      (given) =>
        keeper.update(taskId, (task) => answer(task, { [key]: given })),
      (error: unknown) =>
        // Where nobody waits any more, the next who does is asked.
        request.signal.aborted
          ? undefined
          : works.get(taskId)?.refuse(key, toError(error)),
    )
    .catch((error: unknown) => request.report(toError(error)))
    .finally(() => asking.delete(name));
}
