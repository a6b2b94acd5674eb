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
  const task = await new Promise<TaskRecord | undefined>((resolve, reject) => {
    let hasHeard = false;
    const asked = new Set<string>();
    const hear = (known: TaskRecord | undefined): void => {
      hasHeard = true;
      const { questions = {} } = known ?? {};
      if (known)
        for (const key of asked)
          // It may be another process that had the answer.
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
    // A store need not tell that it has forgotten a task.
    const expiry = new Expiry(found, () => hear(undefined));
    expiry.start();
    request.signal.addEventListener("abort", () => hear(undefined));
    // It may have changed before it was watched.
    keeper.read(taskId).then(
      // What was heard meanwhile is newer.
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

/** What the request would have been answered with, or throws the error. */
function finalResult({ taskId, result, error }: TaskRecord): JsonObject {
  if (error) throw new ProtocolError(error.code, error.message, error.data);
  if (result) return relatedTo(taskId, result);
  throw new ProtocolError(INTERNAL_ERROR, "The task was cancelled");
}

/**
 * Asks each session once, however many of its requests wait for one task: a client
 * that was started anew has another, and nobody else may be there to answer. The
 * first answer is taken, and the others are not asked any more. Who cannot be asked
 * waits for those who can.
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
        // Where nobody waits any more, the next who does is asked; others may answer.
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

/** Whether its client declared what the question needs: another of its user may have. */
function canBeAsked(request: RequestRecord, question: InputRequest): boolean {
  try {
    requireAskable(request.table, request.peerCapabilities, question);
    return true;
  } catch {
    return false;
  }
}
