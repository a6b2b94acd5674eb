import { requireAskable } from "./client-capabilities.ts";
import type { RequestContext } from "./context.ts";
import { describeIssue, InvalidMessageError, invalidParams } from "./errors.ts";
import type { Handler } from "./handlers.ts";
import { formIssue } from "./form-answer.ts";
import type { InputRequest } from "./input-required.ts";
import { isObject, isPromiseLike, type JsonObject } from "./message.ts";
import {
  chooseResult,
  entryOf,
  isAskable,
  isStateless,
} from "./protocol-table.ts";
import type { Sealer } from "./request-state.ts";
import { sleep } from "./sleep.ts";

interface InputRequests {
  readonly [key: string]: InputRequest;
}

/** What a request that waits for input carries through the client. */
interface Waiting {
  readonly asked: InputRequests;
  readonly answers: JsonObject;
  readonly state?: unknown;
}

/** A handler that asks in more rounds than this is taken to ask for ever. */
const maxRounds = 32;

/**
 * Runs a handler that may ask the client for input, as its revision can: by
 * requests of the server's own, or by an answer that the client repeats its
 * request for. Without a sealer, handlers carry their own state.
 *
 * A client can repeat an older state of the same request until it expires: a
 * handler that must act only once keeps account of that itself.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/patterns/mrtr | Multi Round-Trip Requests}
 */
export function runWithInput(
  handler: Handler,
  context: RequestContext,
  sealer: Sealer | undefined,
): unknown {
  const { params } = context;
  const isRepeated =
    isStateless(context) &&
    isObject(params) &&
    (params["requestState"] !== undefined ||
      params["inputResponses"] !== undefined);
  return isRepeated
    ? resume(handler, params, context, sealer)
    : runOnce(handler, params, context, sealer);
}

/** Returns a result that is at hand, and asks nothing, without a promise. */
function runOnce(
  handler: Handler,
  params: unknown,
  context: RequestContext,
  sealer: Sealer | undefined,
): unknown {
  try {
    const result = handler(params, context);
    if (!isPromiseLike(result)) return finish(result, handler, context, sealer);
    return result.then(
      (value) => finish(value, handler, context, sealer),
      (error: unknown) => fail(error, handler, context, sealer),
    );
  } catch (error) {
    return fail(error, handler, context, sealer);
  }
}

function finish(
  result: unknown,
  handler: Handler,
  context: RequestContext,
  sealer: Sealer | undefined,
): unknown {
  const { asks, state } = context;
  const asking: unknown = asks
    ? { ...waiting, inputRequests: Object.fromEntries(asks), state }
    : result;
  if (!isAsking(asking)) return asking;
  return isStateless(context)
    ? leave(asking, context, sealer)
    : converse(asking, handler, context);
}

/** A handler that asked still asks, even if it threw an error of its own meanwhile. */
function fail(
  error: unknown,
  handler: Handler,
  context: RequestContext,
  sealer: Sealer | undefined,
): unknown {
  if (context.asks) return finish(undefined, handler, context, sealer);
  throw error;
}

const waiting = { resultType: "input_required" };

/** A result of a handler's that asks, in the runtime's form or the revision's. */
interface Asking extends JsonObject {
  readonly inputRequests?: InputRequests;
  readonly state?: unknown;
  /** The state, as the revision names it. */
  readonly requestState?: unknown;
}

function isAsking(result: unknown): result is Asking {
  return isObject(result) && result["resultType"] === waiting.resultType;
}

function stateOf({ state, requestState }: Asking): unknown {
  return state ?? requestState;
}

/** Asks, and runs the handler again, until it asks no more. */
async function converse(
  asking: Asking,
  handler: Handler,
  context: RequestContext,
): Promise<unknown> {
  let result: unknown = asking;
  for (let round = 0; isAsking(result); round++) {
    if (round === maxRounds) throw new Error("the handler asks for ever");
    const requests = Object.entries(result.inputRequests ?? {});
    // A handler that asks nothing only wants to be called again later.
    if (requests.length === 0)
      await sleep(Math.min(50 * 2 ** round, 5_000), context.signal);
    else await askNow(requests, context);
    context.signal.throwIfAborted();
    context.state = stateOf(result);
    result = await handler(repeated(context), context);
  }
  return result;
}

/** The params of the request, as the revision has them when it is repeated. */
function repeated({ params, inputResponses, state }: RequestContext): object {
  return {
    ...withoutInput(params),
    ...(inputResponses && { inputResponses }),
    ...(typeof state === "string" && { requestState: state }),
  };
}

function withoutInput(params: unknown): JsonObject {
  if (!isObject(params)) return {};
  const { inputResponses, requestState, ...rest } = params;
  return rest;
}

/** Asks at once, where a server can. */
async function askNow(
  requests: readonly (readonly [string, InputRequest])[],
  context: RequestContext,
): Promise<void> {
  const { table, peerCapabilities } = context;
  requireAskable(table, peerCapabilities, ...requests.map(([, one]) => one));
  const failed = new AbortController();
  const { signal } = failed;
  try {
    const answers = await Promise.all(
      requests.map(async ([key, request]) => [
        key,
        await context.askNow(request, { signal }),
      ]),
    );
    context.inputResponses = {
      ...context.inputResponses,
      ...Object.fromEntries(answers),
    };
  } catch (error) {
    // Nobody waits for the other answers any more.
    failed.abort(error);
    // The mistake is the client's, and so it hears of it.
    if (error instanceof InvalidMessageError)
      throw invalidParams(error.message);
    throw error;
  }
}

/** Takes up a request that comes with answers; what is missing is asked again. */
async function resume(
  handler: Handler,
  params: JsonObject,
  context: RequestContext,
  sealer: Sealer | undefined,
): Promise<unknown> {
  const { inputResponses: given, requestState } = params;
  const inputResponses = isObject(given) ? given : {};
  if (!sealer) {
    context.inputResponses = inputResponses;
    context.state = requestState;
  } else if (requestState !== undefined) {
    const missing = await open(requestState, inputResponses, context, sealer);
    if (missing) return leave(missing, context, sealer);
  }
  context.signal.throwIfAborted();
  return runOnce(handler, repeated(context), context, sealer);
}

/** Puts what the client carried into the context, and returns what it left out. */
async function open(
  requestState: unknown,
  inputResponses: JsonObject,
  context: RequestContext,
  sealer: Sealer,
): Promise<Asking | undefined> {
  const opened =
    typeof requestState === "string" &&
    (await sealer.open(requestState, purposeOf(context)));
  if (!opened)
    throw invalidParams(
      "Invalid params: requestState: not valid for this request",
    );
  // Sealed by this server or one with its keys, so it has this form.
  const { asked, answers, state } = opened as Waiting;
  const missing = new Map<string, InputRequest>();
  const given = new Map<string, unknown>();
  for (const [key, request] of Object.entries(asked)) {
    if (!Object.hasOwn(inputResponses, key)) missing.set(key, request);
    else given.set(key, checked(key, request, inputResponses[key], context));
  }
  context.inputResponses = { ...answers, ...Object.fromEntries(given) };
  context.state = state;
  if (missing.size === 0) return undefined;
  return { ...waiting, inputRequests: Object.fromEntries(missing), state };
}

function checked(
  key: string,
  { method, params }: InputRequest,
  answer: unknown,
  { table }: RequestContext,
): unknown {
  const entry = entryOf(table.requests, method);
  const type = isObject(answer) && entry && chooseResult(entry, answer);
  const issue = type
    ? (type.validate(answer) ?? formIssue(params, answer))
    : undefined;
  if (type && !issue) return answer;
  const reason = issue ? describeIssue(issue) : "not an object";
  throw invalidParams(`Invalid params: inputResponses.${key}: ${reason}`);
}

/** Ends a stateless request by asking; the answers so far travel along. */
async function leave(
  asking: Asking,
  context: RequestContext,
  sealer: Sealer | undefined,
): Promise<JsonObject> {
  const { inputRequests: asked = {}, state: _, ...rest } = asking;
  const state = stateOf(asking);
  requireAnswerable(Object.values(asked), context);
  const isQuestion = Object.keys(asked).length > 0;
  const answers = context.inputResponses ?? {};
  return {
    ...rest,
    ...(isQuestion && { inputRequests: asked }),
    requestState: sealer
      ? await sealer.seal({ asked, answers, state }, purposeOf(context))
      : ownState(state, isQuestion),
  };
}

/** The state of handlers that carry their own. */
function ownState(state: unknown, isQuestion: boolean): string | undefined {
  if (typeof state === "string") return state;
  if (state === undefined && isQuestion) return undefined;
  throw new TypeError("where handlers carry their state, it is a string");
}

function requireAnswerable(
  requests: readonly InputRequest[],
  { table, peerCapabilities }: RequestContext,
): void {
  for (const { method } of requests) {
    const entry = entryOf(table.requests, method);
    if (!entry || !isAskable(entry))
      throw new TypeError(`${method} is no request to a client`);
  }
  requireAskable(table, peerCapabilities, ...requests);
}

/** State is good for one method, with the same params, of the same principal. */
function purposeOf({ method, principal, params }: RequestContext): string {
  const { _meta, ...rest } = withoutInput(params);
  return JSON.stringify([method, principal ?? null, sorted(rest)]);
}

/** Objects with their keys in order: a client may write them in another. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const entries = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
  return Object.fromEntries(entries);
}
