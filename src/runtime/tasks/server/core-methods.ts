import type { Handler, HandlerMap } from "../../peer/handlers.ts";
import type { RequestRecord } from "../../peer/record.ts";
import { askNow } from "../../server/input/questions.ts";
import { requireAskable } from "../../protocol/revision/askable.ts";
import {
  INTERNAL_ERROR,
  invalidParams,
  ProtocolError,
  toError,
} from "../../protocol/errors.ts";
import type { InputRequest } from "../../protocol/input-required.ts";
import { objectOf, type JsonObject } from "../../protocol/message.ts";
import { viewerOf } from "../../protocol/viewer.ts";
import { whenReady } from "../../protocol/when-ready.ts";
import { answer, cancelTask, isOver } from "../life.ts";
import type { TaskRecord } from "../record.ts";
import { coreTask, relatedTo } from "../wire/core-form.ts";
import { Expiry } from "./expiry.ts";
import { unknownTask } from "./keeper.ts";
import { questionName, type TaskService } from "./service.ts";

/** Number of tasks on a page. */
const pageSize = 100;

/** Returns the request handlers of tasks in the core protocol. */
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
  const task = await keeper.change(taskId, (known) => {
    if (isOver(known))
      throw invalidParams(
        `The task cannot be cancelled: it is ${String(coreTask(known)["status"])} already`,
      );
    return cancelTask(known);
  });
  if (!task) throw unknownTask();
  return coreTask(task);
}

/** Lists the tasks of the client's principal, or else of its session. */
async function list(
  params: unknown,
  request: RequestRecord,
  service: TaskService,
): Promise<JsonObject> {
  const { principal } = viewerOf(request.sink);
  const session = service.sessionOf(request);
  // Such a client cannot be told apart from others.
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
 * Waits until the task has ended, and sends its input requests to the client over this request
 * in between.
 */
async function result(
  params: unknown,
  request: RequestRecord,
  service: TaskService,
): Promise<JsonObject> {
  const { keeper } = service;
  const found = await keeper.find(params, request);
  const { taskId } = found;
  const task = await new Promise<TaskRecord | undefined>((resolve, reject) => {
    let hasHeard = false;
    const asked = new Set<string>();
    const hear = (known: TaskRecord | undefined): void => {
      hasHeard = true;
      const { questions = {} } = known ?? {};
      if (known)
        for (const key of asked)
          // Another process may have received the response.
          if (!Object.hasOwn(questions, key)) service.takeBack(taskId, key);
      if (request.cancelled || !known || isOver(known)) {
        unwatch();
        expiry.stop();
        return resolve(known);
      }
      for (const [key, question] of Object.entries(questions)) {
        asked.add(key);
        askOnce(taskId, key, question, request, service);
      }
    };
    const unwatch = keeper.watch(taskId, hear);
    // A store need not announce that a task has expired.
    const expiry = new Expiry(found, () => hear(undefined));
    expiry.start();
    request.signal.addEventListener("abort", () => hear(undefined));
    // The task may have changed before the watch started.
    keeper.read(taskId).then(
      // A notification in between is newer.
      (known) => hasHeard || hear(known),
      (error: unknown) => {
        unwatch();
        expiry.stop();
        reject(toError(error));
      },
    );
  });
  if (request.cancelled) request.signal.throwIfAborted();
  if (!task) throw unknownTask();
  return finalResult(task);
}

/** Returns the result of the task's request, or throws its error. */
function finalResult({ taskId, result, error }: TaskRecord): JsonObject {
  if (error) throw new ProtocolError(error.code, error.message, error.data);
  if (result) return relatedTo(taskId, result);
  throw new ProtocolError(INTERNAL_ERROR, "The task was cancelled");
}

/**
 * Sends an input request once to each session, however many of its requests wait for the task.
 * A restarted client has another session, and may be the only one left to respond. The first
 * response is used, and the other requests are cancelled. A client without the capability waits
 * for the others.
 */
function askOnce(
  taskId: string,
  key: string,
  question: InputRequest,
  request: RequestRecord,
  service: TaskService,
): void {
  const { asking, keeper } = service;
  const name = questionName(taskId, key);
  const asked = asking.get(name) ?? new Map<unknown, AbortController>();
  const { session } = request;
  if (asked.has(session) || !canBeAsked(request, question)) return;
  const own = new AbortController();
  asking.set(name, asked.set(session, own));
  const { signal } = own;
  const params = relatedTo(taskId, objectOf(question.params));
  askNow(request, key, { ...question, params }, { signal })
    .then(
      (given) =>
        keeper.update(taskId, (task) => answer(task, { [key]: given })),
      (error: unknown) =>
        // If nobody waits any more, the next waiting client gets the request; others may still
        // respond.
        request.signal.aborted || signal.aborted || asked.size > 1
          ? undefined
          : service.refuse(taskId, key, toError(error)),
    )
    .catch((error: unknown) => request.report(toError(error)))
    .finally(() => {
      asked.delete(session);
      if (asked.size === 0) asking.delete(name);
    });
}

/** Returns true if the client declared the capability that the input request needs. */
function canBeAsked(request: RequestRecord, question: InputRequest): boolean {
  try {
    requireAskable(request.table, request.peerCapabilities, question);
    return true;
  } catch {
    return false;
  }
}
