import { excerpt } from "../protocol/errors.ts";
import type { InputRequest } from "../protocol/input-required.ts";
import type { ErrorObject, JsonObject } from "../protocol/message.ts";
import type { NoAnswer, TaskRecord } from "./record.ts";

/**
 * The life of a task. Each function but `begin` gives what the task is afterwards,
 * or undefined where nothing changes: as `update` of a store takes it. Times are
 * milliseconds since 1970. What has ended never changes.
 */

/** What a task begins with. */
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

/** A new task, which is worked on. */
export function begin(seed: TaskSeed, at: number = Date.now()): TaskRecord {
  const createdAt = new Date(at).toISOString();
  return { ...seed, status: "working", createdAt, lastUpdatedAt: createdAt };
}

/** Whether a task has come to its end. */
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

/** When a task may be forgotten, in milliseconds since 1970; `Infinity` is never. */
export function expiryOf({
  createdAt,
  ttl,
}: Pick<TaskRecord, "createdAt" | "ttl">): number {
  return ttl === null ? Infinity : Date.parse(createdAt) + ttl;
}

/** Says how far a task is. */
export function say(
  task: TaskRecord,
  statusMessage: string,
  at?: number,
): TaskRecord | undefined {
  if (isOver(task) || task.statusMessage === statusMessage) return undefined;
  return changed(task, { ...task, statusMessage }, at);
}

/**
 * Asks the client something. Throws a TypeError for a key that the task has used:
 * two questions of one task never have the same.
 */
export function ask(
  task: TaskRecord,
  key: string,
  question: InputRequest,
  at?: number,
): TaskRecord | undefined {
  if (isOver(task)) return undefined;
  if (hasUsed(task, key))
    throw new TypeError(`a task asks once by each key, and this one is used`);
  const questions = withEntry(task.questions, key, question);
  return changed(task, { ...task, status: "input_required", questions }, at);
}

/** Whether a task has ever asked by a key. */
export function hasUsed(task: TaskRecord, key: string): boolean {
  const { questions = {}, answers = {}, withdrawn = [] } = task;
  return (
    Object.hasOwn(questions, key) ||
    Object.hasOwn(answers, key) ||
    withdrawn.includes(key)
  );
}

/**
 * Takes the answers to what is asked: some of them are enough. Whatever nobody asks,
 * or asks any more, is left.
 */
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

/** Does not ask any more what nobody has answered. */
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

/** The same where the client was asked, and refused it: whoever asked, in whatever process, can read why. */
export function refuseQuestion(
  task: TaskRecord,
  key: string,
  why: NoAnswer,
  at?: number,
): TaskRecord | undefined {
  const left = withdraw(task, key, at);
  return left && { ...left, refusals: withEntry(task.refusals, key, why) };
}

/** Ends a task with the result of its method, whatever that says: also one with `isError`. */
export function completeTask(
  task: TaskRecord,
  result: JsonObject,
  at?: number,
): TaskRecord | undefined {
  return end(task, { status: "completed", result }, at);
}

/** How much of an error's message is said of the task as well, in characters. */
const maxReason = 200;

/** Ends a task with an error of JSON-RPC. */
export function failTask(
  task: TaskRecord,
  error: ErrorObject,
  at?: number,
): TaskRecord | undefined {
  const statusMessage = excerpt(error.message, maxReason);
  return end(task, { status: "failed", statusMessage, error }, at);
}

/** Ends a task because its client does not want it any more. */
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

/** What was said and asked on the way is not kept: it may be large, and confidential. */
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

/** A time of day may be set back: what changes later never says that it was earlier. */
function changed(
  before: TaskRecord,
  after: TaskRecord,
  at: number = Date.now(),
): TaskRecord {
  const latest = Math.max(at, Date.parse(before.lastUpdatedAt));
  return { ...after, lastUpdatedAt: new Date(latest).toISOString() };
}

/** A task that does not ask by some keys any more; it is worked on when nothing else is asked. */
function without(task: TaskRecord, keys: ReadonlySet<string>): TaskRecord {
  const { questions = {}, ...rest } = task;
  const left = Object.entries(questions).filter(([key]) => !keys.has(key));
  if (left.length === 0) return { ...rest, status: "working" };
  return { ...task, questions: Object.fromEntries(left) };
}

/** An object with an entry more; its name may be any text. */
function withEntry<Value>(
  entries: { readonly [key: string]: Value } = {},
  key: string,
  value: Value,
): { readonly [key: string]: Value } {
  return Object.fromEntries([...Object.entries(entries), [key, value]]);
}
