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

/** The method whose calls may become tasks, wherever servers make them. */
const callTool = "tools/call";

/** By this, servers whose core has tasks tell of them. */
const told = "notifications/tasks/status";

/** How long a server may take to say that it has heard of a cancellation, in milliseconds. */
const cancelTimeout = 5_000;

/** How a tool is called whose call may be a task. */
export interface TaskCallOptions extends CallOptions {
  /**
   * How long the server is asked to keep the task, in milliseconds, in revisions where
   * the client says so. The server decides.
   *
   * @default as long as the server likes
   */
  readonly ttl?: number;
  /**
   * In revisions where the client says which call is a task, whether a tool is one that
   * can do without.
   *
   * @default "possible"
   */
  readonly when?: "possible" | "required";
}

/** How a task is taken up again. */
export interface ResumeOptions {
  /** The tool that was called, so that its result is held against its output schema. */
  readonly tool?: string;
  /** The longest silence of the server's, in milliseconds, for each request about it. */
  readonly timeout?: number;
}

/** The tasks of a client. */
export interface ClientTasks<Params, Result> {
  /**
   * Calls a tool, and gives a handle of the task that the call becomes; of the result,
   * where the server answers at once. The signal and the times of the options are for
   * the call: what follows has its own.
   *
   * @see {@link https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md | Tasks}
   */
  call(params: Params, options?: TaskCallOptions): Promise<TaskHandle<Result>>;
  /**
   * The handle of a task that was begun before, perhaps by another process. Asks nothing
   * yet. Throws a TypeError for what is no id, as that of a call that was no task.
   */
  resume(taskId: string, options?: ResumeOptions): TaskHandle<Result>;
}

/** What a client does about tasks: all but the rows that are merged into its tables. */
export type UsedTasks<Params, Result> = Omit<
  UsedExtension<ClientTasks<Params, Result>>,
  "extend"
>;

/** Marks the calls whose tasks are the caller's own. */
const isOwn: unique symbol = Symbol("tasks.call");

interface OwnCall extends CallOptions {
  readonly [isOwn]?: true;
}

/** The param that makes a call a task, where nothing else is said of that. */
const plainTask: JsonObject = {};

/** The client's half of tasks, in both generations. Throws a TypeError for options that are not sound. */
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
  /** Where servers may make tasks: `offer` finds that out. */
  const receivers = new Set<ProtocolTable>();
  return {
    offer: (table, handles) => {
      if (!hasOwnTasks(table)) return undefined;
      const offered = offerTasks(received, handles);
      if (offered) receivers.add(table);
      return {
        capabilities: { ...offered?.capabilities },
        // So that it is heard where the user has no handler of it.
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

/** Whoever kept the id of a call that was answered at once has none. */
function requireTaskId(taskId: unknown): string {
  if (typeof taskId === "string" && taskId !== "") return taskId;
  throw new TypeError(
    "client.tasks.resume: expected the id of a task, as `taskId` of a handle is where the call became one",
  );
}

/** Some servers tell of tasks to everybody: whoever waits for one hears of it before the next poll. */
function hearing({ hearers }: Following, handler: Handler): Handler {
  return (params, request) => {
    // The guard of the notification has passed.
    const task = readCoreTask(objectOf(params));
    for (const hear of hearers.get(task.taskId) ?? []) hear(task);
    return handler(params, request);
  };
}

/** A tool that has to be a task is called as one, where it is known to be such. */
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

/** Goes on with a call whose answer is a task, or says that it has to be one. */
function follow(
  following: Following,
  call: BegunCall,
  answer: JsonObject | ProtocolError,
): Go | undefined {
  const { method, params, options, table } = call;
  if (method !== callTool || isOwnCall(options)) return undefined;
  const { task: asked = plainTask } = params ?? {};
  // Who asks for a task by the param wants it, and not its result.
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

/** Whether a server may have refused a call because it has to be a task: some say so in a result. */
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
  // It may have been listed while the call was on its way.
  return support === undefined || support === "required";
}

/** Looks up whether the tool has to be a task: then it is called once more, as one. */
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
 * Waits for the result of a task that nobody has a handle of: whoever gives it up has
 * it cancelled.
 *
 * @see {@link https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-cancellation | Task Cancellation}
 */
async function waitUntilOver(
  following: Following,
  begun: Begun & { readonly seed: SeenTask },
  signal: AbortSignal,
): Promise<JsonObject> {
  const task = new FollowedTask(begun.seed.taskId, following, begun);
  const giveUp = (): void => {
    // It is best effort: with the connection all is lost, and what is over needs none.
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

/** A call was given up while its task was made: nobody will ever want the result. */
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
    // Of what is no task there is nothing to end.
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
