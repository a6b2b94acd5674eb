import type { RequestRecord } from "../../peer/record.ts";
import { describeIssue, invalidParams } from "../../protocol/errors.ts";
import { formIssue } from "../../protocol/form-answer.ts";
import type { InputRequest } from "../../protocol/input-required.ts";
import { type JsonObject, isObject } from "../../protocol/message.ts";
import {
  requireAskable,
  withoutContext,
} from "../../protocol/revision/askable.ts";
import { chooseResult } from "../../protocol/revision/choose-result.ts";
import { entryOf, isAskable } from "../../protocol/revision/protocol-table.ts";
import { requireSoundQuestion } from "../../protocol/revision/sent.ts";
import {
  checkLeniently,
  reportNulls,
} from "../../protocol/validation/leniency.ts";
import { viewerOf } from "../../protocol/viewer.ts";
import { awaitMemoized } from "./once.ts";
import {
  type HandlerInputRequest,
  type InputRequests,
  readState,
  inputRequiredType,
  withoutInput,
} from "./questions.ts";
import type { Sealer } from "./sealed-state.ts";

/** State of a request that waits for input, carried by the client. */
interface CarriedState {
  readonly asked: InputRequests;
  readonly answers: JsonObject;
  readonly state?: unknown;
  /** Results of `context.once` by key, as JSON. */
  readonly done?: readonly (readonly [key: string, text: string])[];
}

/**
 * Restores the state that the client carried. Returns the questions that are still
 * unanswered, if any.
 */
export async function restoreState(
  requestState: unknown,
  inputResponses: JsonObject,
  request: RequestRecord,
  sealer: Sealer,
): Promise<HandlerInputRequest | undefined> {
  const opened =
    typeof requestState === "string" &&
    (await sealer.open(requestState, statePurpose(request)));
  if (!opened)
    throw invalidParams(
      "Invalid params: requestState: not valid for this request",
    );
  // Sealed by a server with the same keys, so it has this form.
  const { asked, answers, state, done } = opened as CarriedState;
  const missing = new Map<string, InputRequest>();
  const given = new Map<string, unknown>();
  for (const [key, question] of Object.entries(asked)) {
    if (!Object.hasOwn(inputResponses, key)) missing.set(key, question);
    else
      given.set(
        key,
        validateAnswer(key, question, inputResponses[key], request),
      );
  }
  request.inputResponses = { ...answers, ...Object.fromEntries(given) };
  request.state = state;
  request.done = done && new Map(done);
  if (missing.size === 0) return undefined;
  return {
    ...inputRequiredType,
    inputRequests: Object.fromEntries(missing),
    state,
  };
}

/**
 * Validates the answer to a question and returns it. Throws an invalid-params error for an
 * invalid answer.
 */
export function validateAnswer(
  key: string,
  { method, params }: InputRequest,
  answer: unknown,
  { table, report }: Pick<RequestRecord, "table" | "report">,
): JsonObject {
  const at = `Invalid params: inputResponses.${key}`;
  if (!isObject(answer)) throw invalidParams(`${at}: expected an object`);
  const entry = entryOf(table.requests, method);
  const type = entry && chooseResult(entry, answer);
  const read = type && checkLeniently(answer, type.validate);
  const issue = read?.issue ?? formIssue(params, read?.value ?? answer);
  if (read?.value && !issue) {
    reportNulls(method, answer, read.nulls, report);
    return read.value;
  }
  const reason = issue ? describeIssue(issue) : "no result type matches";
  throw invalidParams(`${at}: ${reason}`);
}

/** Returns the result that asks for input. Its state contains the answers so far. */
export async function requestInput(
  outcome: HandlerInputRequest,
  request: RequestRecord,
  sealer: Sealer | undefined,
): Promise<JsonObject> {
  await awaitMemoized(request);
  const { inputRequests = {}, state: _, ...rest } = outcome;
  const state = readState(outcome);
  assertAnswerable(Object.values(inputRequests), request);
  const questions = Object.entries(inputRequests);
  const asked: InputRequests = Object.fromEntries(
    questions.map(([key, question]) => [
      key,
      omitUnsupported(question, request),
    ]),
  );
  const isQuestion = questions.length > 0;
  const { inputResponses: answers = {}, done } = request;
  if (done && !sealer)
    throw new TypeError(
      'context.once is not available with requestState: "handlers"',
    );
  return {
    ...rest,
    ...(isQuestion && { inputRequests: asked }),
    requestState: sealer
      ? await sealer.seal(
          { asked, answers, state, done: done && [...done] },
          statePurpose(request),
        )
      : handlerState(state, isQuestion),
  };
}

/** Returns the state of a handler that carries its own state. */
function handlerState(state: unknown, isQuestion: boolean): string | undefined {
  if (typeof state === "string") return state;
  if (state === undefined && isQuestion) return undefined;
  throw new TypeError(
    'With requestState: "handlers", the state has to be a string.',
  );
}

/** Returns a question without the fields that its client does not support. */
export function omitUnsupported(
  { params, ...asked }: InputRequest,
  { table, peerCapabilities }: RequestRecord,
): InputRequest {
  const fit = withoutContext(table, peerCapabilities, asked.method, params);
  return fit ? { ...asked, params: fit } : asked;
}

/** Throws a TypeError for questions that the client does not support or that are invalid. */
export function assertAnswerable(
  requests: readonly InputRequest[],
  { table, sent, peerCapabilities }: RequestRecord,
): void {
  for (const request of requests) {
    const { method } = request;
    const entry = entryOf(table.requests, method);
    // Requests of extensions cannot be part of a result.
    if (!entry || entry.extension || !isAskable(entry))
      throw new TypeError(`${method} is not a request to a client`);
    if (sent) requireSoundQuestion(sent, request);
  }
  requireAskable(table, peerCapabilities, ...requests);
}

/** Returns the purpose that binds a state to one method, params and principal. */
function statePurpose({ method, sink, params }: RequestRecord): string {
  const { _meta, ...rest } = withoutInput(params);
  return JSON.stringify([
    method,
    viewerOf(sink).principal ?? null,
    sortKeys(rest),
  ]);
}

/** Sorts the keys of objects: a client may send them in another order. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isObject(value)) return value;
  const entries = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sortKeys(inner)]);
  return Object.fromEntries(entries);
}
