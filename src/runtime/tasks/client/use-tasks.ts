import type { CallOptions } from "../../peer/caller.ts";
import type { Handler } from "../../peer/handlers.ts";
import type {
  BegunCall,
  ClientHost,
  UsedExtension,
} from "../../client/extension.ts";
import {
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  ProtocolError,
  TransportError,
} from "../../protocol/errors.ts";
import { objectOf, type JsonObject } from "../../protocol/message.ts";
import type { ProtocolTable } from "../../protocol/revision/protocol-table.ts";
import { Keeper } from "../server/keeper.ts";
import { taskTimes } from "../server/options.ts";
import { memoryTaskStore } from "../store/memory.ts";
import { readCoreTask } from "../wire/core-form.ts";
import type { SeenTask } from "../wire/seen-task.ts";
import { FollowedTask } from "./followed-task.ts";
import type { Begun, Following, SharedQuestions } from "./following.ts";
import { hasOwnTasks, readCreated } from "./generation.ts";
import { answered, handleOf, type TaskHandle } from "./handle.ts";
import { followingOptions, type ClientTaskOptions } from "./options.ts";
import { offerTasks, receiving, relating } from "./receiver/receive-tasks.ts";
import { TasksOfClient } from "./receiver/tasks-of-client.ts";
import { listedSupport, listSupport, takesTasks } from "./tool-support.ts";

/** Only method whose calls may become tasks. */
const callTool = "tools/call";

/** Status notification of tasks in the core protocol. */
const told = "notifications/tasks/status";

/** Timeout of a cancellation request, in milliseconds. */
const cancelTimeout = 5_000;

/** Options of a tool call that may be a task. */
export interface TaskCallOptions extends CallOptions {
  /**
   * Requested retention of the task, in milliseconds, in protocol versions where the client
   * requests it. The server decides.
   *
   * @default the server's retention
   */
  readonly ttl?: number;
  /**
   * Calls that request a task, in protocol versions where the client requests it: with
   * "possible", calls of all tools that support tasks; with "required", only of tools that
   * require them.
   *
   * @default "possible"
   */
  readonly when?: "possible" | "required";
}

/** Options of a resumed task. */
export interface ResumeOptions {
  /** Name of the called tool, to validate the result against its output schema. */
  readonly tool?: string;
  /** Timeout of each request about the task, in milliseconds. */
  readonly timeout?: number;
}

/** Tasks of a client. */
export interface ClientTasks<Params, Result> {
  /**
   * Calls a tool and returns a handle of the task, or of the result if the server responds with
   * one. The signal and the timeouts apply only to the call.
   *
   * @see {@link
   * https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md |
   * Tasks}
   */
  call(params: Params, options?: TaskCallOptions): Promise<TaskHandle<Result>>;
  /**
   * Returns the handle of an existing task, perhaps of another process. Sends no request yet.
   * Throws a TypeError for an invalid id, such as that of a call without a task.
   */
  resume(taskId: string, options?: ResumeOptions): TaskHandle<Result>;
}

/** Client half of tasks, without its tables. */
export type UsedTasks<Params, Result> = Omit<
  UsedExtension<ClientTasks<Params, Result>>,
  "extend"
>;

/** Marks calls of `tasks.call`, whose tasks the caller handles. */
const isOwn: unique symbol = Symbol("tasks.call");

interface OwnCall extends CallOptions {
  readonly [isOwn]?: true;
}

/** Default `task` parameter of a call. */
const plainTask: JsonObject = {};

/**
 * Creates the client half of tasks, for the core protocol and the extension. Throws a TypeError
 * for invalid options.
 */
export function useTasks<Params, Result>(
  host: ClientHost,
  given: ClientTaskOptions = {},
): UsedTasks<Params, Result> {
  const following: Following = {
    host,
    options: followingOptions(given),
    streams: { open: 0, deaf: undefined },
    hearers: new Map<string, Set<(task: SeenTask) => void>>(),
    asked: new Map<string, SharedQuestions>(),
  };
  const received = new TasksOfClient(
    new Keeper(given.store ?? memoryTaskStore(), host.onError),
    taskTimes(given),
  );
  /** Revisions in which servers may create tasks; filled by `offer`. */
  const receivers = new Set<ProtocolTable>();
  return {
    offer: (table, handles) => {
      if (!hasOwnTasks(table)) return undefined;
      const offered = offerTasks(received, handles);
      if (offered) receivers.add(table);
      return {
        capabilities: { ...offered?.capabilities },
        // Registers the notification even if the user has no handler for it.
        handlers: new Map([...(offered?.handlers ?? []), [told, () => {}]]),
      };
    },
    around: (method, handler, table) => {
      if (!hasOwnTasks(table)) return handler;
      if (method === told) return hearing(following, handler);
      if (method.startsWith("tasks/")) return handler;
      const related = relating(handler);
      return receivers.has(table)
        ? receiving(received, method, related)
        : related;
    },
    prepare: (call) => prepare(host, call),
    follow: (call, answer) => follow(following, call, answer),
    late: (call, answer) => endLate(following, call, answer),
    member: {
      call: (params, options = {}) =>
        callAsTask(following, objectOf(params), options),
      resume: (taskId, { tool, timeout } = {}) =>
        handleOf(
          new FollowedTask(requireTaskId(taskId), following, {
            method: callTool,
            timeout,
            ...(tool !== undefined && { params: { name: tool } }),
          }),
        ),
    },
  };
}

/** Validates a task id. The handle of a call without a task has none. */
function requireTaskId(taskId: unknown): string {
  if (typeof taskId === "string" && taskId !== "") return taskId;
  throw new TypeError(
    "client.tasks.resume: expected a task id. `taskId` of a handle is undefined if the call did not become a task",
  );
}

/**
 * Wraps the handler of broadcast task notifications, so that watches get them before the next
 * poll.
 */
function hearing({ hearers }: Following, handler: Handler): Handler {
  return (params, request) => {
    // The parameters are already validated.
    const task = readCoreTask(objectOf(params));
    for (const hear of hearers.get(task.taskId) ?? []) hear(task);
    return handler(params, request);
  };
}

/** Adds the `task` parameter to calls of tools that are known to require it. */
function prepare(
  host: ClientHost,
  { method, params, options }: BegunCall,
): JsonObject | undefined {
  const mayBecome =
    method === callTool &&
    params?.["task"] === undefined &&
    !isOwnCall(options);
  return mayBecome &&
    takesTasks(host) &&
    listedSupport(host, params?.["name"]) === "required"
    ? { ...params, task: plainTask }
    : params;
}

function isOwnCall(options: OwnCall): boolean {
  return options[isOwn] === true;
}

type Go = (signal: AbortSignal) => Promise<JsonObject>;

/** Continues a call whose response is a task, or which must be repeated as a task. */
function follow(
  following: Following,
  call: BegunCall,
  answer: JsonObject | ProtocolError,
): Go | undefined {
  const { method, params, options, table } = call;
  if (method !== callTool || isOwnCall(options)) return undefined;
  const { task: asked = plainTask } = params ?? {};
  // A caller that set the `task` parameter expects the task as the response.
  if (hasOwnTasks(table) && asked !== plainTask) return undefined;
  if (missesTask(following.host, call, answer))
    return (signal) => callAgain(following.host, call, answer, signal);
  const seed =
    answer instanceof ProtocolError ? undefined : readCreated(table, answer);
  if (!seed) return undefined;
  const { timeout } = options;
  return (signal) =>
    waitUntilOver(following, { method, seed, timeout }, signal);
}

/**
 * Returns true if the server may have rejected the call because the tool requires a task; some
 * servers say so in a result.
 */
function missesTask(
  host: ClientHost,
  { params }: BegunCall,
  answer: JsonObject | ProtocolError,
): boolean {
  const isRefused =
    answer instanceof ProtocolError
      ? [METHOD_NOT_FOUND, INVALID_REQUEST].includes(answer.code)
      : answer["isError"] === true;
  if (!isRefused || params?.["task"] !== undefined || !takesTasks(host))
    return false;
  const support = listedSupport(host, params?.["name"]);
  // The tool may have been listed during the call.
  return support === undefined || support === "required";
}

/** Checks whether the tool requires a task, and then repeats the call as one. */
async function callAgain(
  host: ClientHost,
  { method, params, options }: BegunCall,
  refusal: JsonObject | ProtocolError,
  signal: AbortSignal,
): Promise<JsonObject> {
  const again = { ...options, signal };
  const name = params?.["name"];
  const support =
    listedSupport(host, name) ?? (await listSupport(host, name, again));
  if (support === "required")
    return host.request(method, { ...params, task: plainTask }, again);
  if (refusal instanceof ProtocolError) throw refusal;
  return refusal;
}

/**
 * Waits for the result of a task without a handle, and cancels the task if the caller aborts.
 *
 * @see {@link
 * https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-cancellation
 * | Task Cancellation}
 */
async function waitUntilOver(
  following: Following,
  begun: Begun & { readonly seed: SeenTask },
  signal: AbortSignal,
): Promise<JsonObject> {
  const task = new FollowedTask(begun.seed.taskId, following, begun);
  const giveUp = (): void => {
    // Best effort: not sent after the loss of the connection or the end of the task.
    if (!task.isOver && !(signal.reason instanceof TransportError))
      task.cancel(cancelTimeout).catch(() => {});
  };
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    return await task.result(signal);
  } catch (error) {
    const isUnknown = error instanceof ProtocolError;
    if (!signal.aborted && !isUnknown) giveUp();
    throw error;
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}

/** Cancels the task of a call that was aborted before its response arrived. */
function endLate(
  following: Following,
  { method, table }: BegunCall,
  answer: JsonObject,
): void {
  if (method !== callTool) return;
  try {
    const seed = readCreated(table, answer);
    if (!seed) return;
    const task = new FollowedTask(seed.taskId, following, { method, seed });
    if (!task.isOver) task.cancel(cancelTimeout).catch(() => {});
  } catch {
    // The response is not a task, so there is nothing to cancel.
  }
}

async function callAsTask<Result>(
  following: Following,
  params: JsonObject,
  { ttl, when = "possible", ...options }: TaskCallOptions,
): Promise<TaskHandle<Result>> {
  const { host } = following;
  const own: OwnCall = { ...options, [isOwn]: true };
  const asTask =
    takesTasks(host) && (await isTask(host, params, when, options));
  const task = ttl === undefined ? plainTask : { ttl };
  const sent = asTask ? { task, ...params } : params;
  const answer = await host.request(callTool, sent, own);
  const seed = readCreated(host.table, answer);
  if (!seed) return answered(answer);
  const { timeout } = options;
  const begun: Begun = { method: callTool, params, seed, timeout };
  return handleOf(new FollowedTask(seed.taskId, following, begun));
}

async function isTask(
  host: ClientHost,
  { name }: JsonObject,
  when: "possible" | "required",
  options: CallOptions,
): Promise<boolean> {
  const support =
    listedSupport(host, name) ?? (await listSupport(host, name, options));
  return (
    support === "required" || (support === "optional" && when === "possible")
  );
}
