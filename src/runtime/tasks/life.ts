import { excerpt } from "../protocol/errors.ts";
import type { InputRequest } from "../protocol/input-required.ts";
import type { ErrorObject, JsonObject } from "../protocol/message.ts";
import type { NoAnswer, TaskRecord } from "./record.ts";

/**
 * State transitions of a task. Each function except `begin` returns the changed task, or
 * undefined if nothing changes, as `update` of a store expects. Times are milliseconds since
 * 1970. An ended task never changes.
 */

/** Initial properties of a task. */
export type TaskSeed = Pick<
  TaskRecord,
  | "taskId"
  | "method"
  | "owner"
  | "session"
  | "statusMessage"
  | "ttl"
  | "pollInterval"
>;

/** Returns a new task with the status `working`. */
export function begin(seed: TaskSeed, at: number = Date.now()): TaskRecord {
  const createdAt = new Date(at).toISOString();
  return { ...seed, status: "working", createdAt, lastUpdatedAt: createdAt };
}

/** Returns true if the task has ended. */
export function isOver({ status }: Pick<TaskRecord, "status">): boolean {
  switch (status) {
    case "working":
    case "input_required":
      return false;
    case "completed":
    case "failed":
    case "cancelled":
      return true;
  }
}

/**
 * Returns the expiry time of a task, in milliseconds since 1970; `Infinity` if it never
 * expires.
 */
export function expiryOf({
  createdAt,
  ttl,
}: Pick<TaskRecord, "createdAt" | "ttl">): number {
  return ttl === null ? Infinity : Date.parse(createdAt) + ttl;
}

/** Sets the status message. */
export function say(
  task: TaskRecord,
  statusMessage: string,
  at?: number,
): TaskRecord | undefined {
  if (isOver(task) || task.statusMessage === statusMessage) return undefined;
  return changed(task, { ...task, statusMessage }, at);
}

/** Adds an input request. Throws a TypeError for a key that the task has already used. */
export function ask(
  task: TaskRecord,
  key: string,
  question: InputRequest,
  at?: number,
): TaskRecord | undefined {
  if (isOver(task)) return undefined;
  if (hasUsed(task, key))
    throw new TypeError(
      `a key can be used only once in a task, and this one was used`,
    );
  const questions = withEntry(task.questions, key, question);
  return changed(task, { ...task, status: "input_required", questions }, at);
}

/** Returns true if the task has ever used a key. */
export function hasUsed(task: TaskRecord, key: string): boolean {
  const { questions = {}, answers = {}, withdrawn = [] } = task;
  return (
    Object.hasOwn(questions, key) ||
    Object.hasOwn(answers, key) ||
    withdrawn.includes(key)
  );
}

/** Adds the responses to open input requests; other responses are ignored. */
export function answer(
  task: TaskRecord,
  responses: { readonly [key: string]: JsonObject },
  at?: number,
): TaskRecord | undefined {
  const { questions = {} } = task;
  const taken = Object.entries(responses).filter(([key]) =>
    Object.hasOwn(questions, key),
  );
  if (taken.length === 0) return undefined;
  const answers = Object.fromEntries([
    ...Object.entries(task.answers ?? {}),
    ...taken,
  ]);
  const keys = new Set(taken.map(([key]) => key));
  return changed(task, { ...without(task, keys), answers }, at);
}

/** Withdraws an open input request. */
export function withdraw(
  task: TaskRecord,
  key: string,
  at?: number,
): TaskRecord | undefined {
  const { questions = {}, withdrawn = [] } = task;
  if (!Object.hasOwn(questions, key)) return undefined;
  const rest = without(task, new Set([key]));
  return changed(task, { ...rest, withdrawn: [...withdrawn, key] }, at);
}

/**
 * Withdraws an input request that the client rejected, and stores the reason for the process
 * that made it.
 */
export function refuseQuestion(
  task: TaskRecord,
  key: string,
  why: NoAnswer,
  at?: number,
): TaskRecord | undefined {
  const left = withdraw(task, key, at);
  return left && { ...left, refusals: withEntry(task.refusals, key, why) };
}

/** Completes a task with the result of its method, also a result with `isError`. */
export function completeTask(
  task: TaskRecord,
  result: JsonObject,
  at?: number,
): TaskRecord | undefined {
  return end(task, { status: "completed", result }, at);
}

/** Maximum length of the error message in the status message, in characters. */
const maxReason = 200;

/** Fails a task with a JSON-RPC error. */
export function failTask(
  task: TaskRecord,
  error: ErrorObject,
  at?: number,
): TaskRecord | undefined {
  const statusMessage = excerpt(error.message, maxReason);
  return end(task, { status: "failed", statusMessage, error }, at);
}

/** Cancels a task. */
export function cancelTask(
  task: TaskRecord,
  statusMessage: string = "cancelled by its client",
  at?: number,
): TaskRecord | undefined {
  return end(task, { status: "cancelled", statusMessage }, at);
}

type TaskEnd = Pick<
  TaskRecord,
  "status" | "statusMessage" | "result" | "error"
>;

/** Drops messages, input requests and responses: they may be large, and confidential. */
function end(
  task: TaskRecord,
  how: TaskEnd,
  at?: number,
): TaskRecord | undefined {
  if (isOver(task)) return undefined;
  const { statusMessage, questions, answers, ...open } = task;
  const { withdrawn, refusals, ...rest } = open;
  return changed(task, { ...rest, ...how }, at);
}

/** The system clock may be set back, so `lastUpdatedAt` never decreases. */
function changed(
  before: TaskRecord,
  after: TaskRecord,
  at: number = Date.now(),
): TaskRecord {
  const latest = Math.max(at, Date.parse(before.lastUpdatedAt));
  return { ...after, lastUpdatedAt: new Date(latest).toISOString() };
}

/** Removes input requests by key; without any left, the status is `working` again. */
function without(task: TaskRecord, keys: ReadonlySet<string>): TaskRecord {
  const { questions = {}, ...rest } = task;
  const left = Object.entries(questions).filter(([key]) => !keys.has(key));
  if (left.length === 0) return { ...rest, status: "working" };
  return { ...task, questions: Object.fromEntries(left) };
}

/** Returns the object with one more entry; works for any key, also `__proto__`. */
function withEntry<Value>(
  entries: { readonly [key: string]: Value } = {},
  key: string,
  value: Value,
): { readonly [key: string]: Value } {
  return Object.fromEntries([...Object.entries(entries), [key, value]]);
}
