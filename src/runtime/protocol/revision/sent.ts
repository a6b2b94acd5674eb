import { withAbsent } from "./absent.ts";
import {
  entryOf,
  type ProtocolTable,
  type ResultEntry,
  type Sends,
  type SpokenRevision,
} from "./protocol-table.ts";
import { isMeant } from "./result-condition.ts";
import { describeIssue, UnsendableError } from "../errors.ts";
import type { Issue } from "../issue.ts";
import type { InputRequest } from "../input-required.ts";
import { isObject, type JsonObject } from "../message.ts";
import { elicitationIssue, kindIssue } from "../validation/asked.ts";
import { reservedKeyIssue } from "../validation/reserved-keys.ts";
import { soundIssue } from "../validation/sound.ts";

/** The guards of what leaves in one revision. */
export interface SentChecks {
  /** Of the newest revision, which handlers are written against. */
  readonly newest: ProtocolTable;
  /** Of the revision that is spoken: it has the guards of what both sides send. */
  readonly spoken: ProtocolTable;
  /** What is held against its guard before it is sent. */
  readonly sends: Sends;
}

/**
 * A value is one of the newest revision first: what narrows it for an older one
 * relies on that. Results that the older one alone has, have guards of
 * their own.
 */
export function sentChecks(
  { table: spoken, sends: own = {} }: SpokenRevision,
  { table: newest, sends = {} }: SpokenRevision,
): SentChecks {
  if (spoken === newest) return { newest, spoken, sends };
  const merged: { [method: string]: readonly ResultEntry[] } = { ...own };
  for (const [method, entries] of Object.entries(sends))
    merged[method] = [...(own[method] ?? []), ...entries.slice(-1)];
  return { newest, spoken, sends: merged };
}

/** Throws an UnsendableError for a result that the peer's guard would refuse. */
export function requireSoundResult(
  checks: SentChecks,
  method: string,
  result: JsonObject,
): void {
  const issue = resultIssue(checks, method, result);
  if (issue) refuse(method, "result", issue);
}

/** Why the peer's guard would refuse a result; undefined where it would not. */
export function resultIssue(
  { newest, spoken, sends }: SentChecks,
  method: string,
  result: JsonObject,
): Issue | undefined {
  const own = entryOf(spoken.requests, method);
  const entry = entryOf(newest.requests, method) ?? own;
  const entries = entryOf(sends, method) ?? own?.results;
  const { resultType } = result;
  // What asks for input has had its questions looked at.
  if (!entry || (resultType === "input_required" && entry.input))
    return undefined;
  const type = entries?.find(({ when }) => isMeant(when, result));
  const issue = type
    ? type.validate(withAbsent(entry, type, result))
    : entries && { path: ["resultType"], message: "no result type matches" };
  return (
    issue ??
    soundIssue(result, newest.facts) ??
    reservedKeyIssue(result, spoken)
  );
}

/** Throws an UnsendableError for params that the peer's guard would refuse. */
export function requireSoundParams(
  { spoken, sends }: SentChecks,
  method: string,
  params: JsonObject | undefined,
): void {
  const [sent] = entryOf(sends, method) ?? [];
  const known = sent ?? entryOf(spoken.notifications, method)?.params;
  if (params) refuse(method, "params", reservedKeyIssue(params, spoken));
  // Who need not have params at all may have none.
  if (params || sent) refuse(method, "params", known?.validate(params ?? {}));
}

/** Throws an UnsendableError for params of a call with keys that are not its sender's to use. */
export function requireOwnKeys(
  { spoken }: SentChecks,
  method: string,
  params: JsonObject,
): void {
  refuse(method, "params", reservedKeyIssue(params, spoken));
}

/**
 * Throws an UnsendableError for a question to a client that no client could answer,
 * or should. A message to its model is of the form of what the model answers: one
 * guard is good for both.
 */
export function requireSoundQuestion(
  checks: SentChecks,
  { method, params: asked = {} }: InputRequest,
): void {
  const { newest, spoken } = checks;
  const params: JsonObject = { ...asked };
  const refused = (issue: Issue | undefined): void =>
    refuse(method, "params", issue);
  refused(reservedKeyIssue(params, spoken));
  if (method === "elicitation/create")
    return refused(elicitationIssue(params, newest.facts));
  if (method !== "sampling/createMessage") return;
  const { messages, maxTokens, tools } = params;
  if (!Array.isArray(messages))
    return refused({ path: ["messages"], message: "expected an array" });
  if (!Number.isInteger(maxTokens))
    return refused({ path: ["maxTokens"], message: "expected an integer" });
  const entry =
    entryOf(newest.requests, method) ?? entryOf(spoken.requests, method);
  const validate = entry?.results?.at(-1)?.validate;
  messages.forEach((message: unknown, index) => {
    const issue = validate?.(
      isObject(message) ? { ...message, model: "" } : message,
    );
    refused(issue && { ...issue, path: ["messages", index, ...issue.path] });
  });
  refused(kindIssue(params, []) ?? soundIssue(params, newest.facts));
  // Tools are what a server lists of its own.
  if (tools !== undefined)
    refused(resultIssue(checks, "tools/list", { tools }));
}

function refuse(
  method: string,
  part: "params" | "result",
  issue: Issue | undefined,
): void {
  if (!issue) return;
  const { path, message } = issue;
  const at = { path: [part, ...path], message };
  throw new UnsendableError(`${method}: ${describeIssue(at)}`, at.path);
}
