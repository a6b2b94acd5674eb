import type { Handler } from "../../peer/handlers.ts";
import type { RequestRecord } from "../../peer/record.ts";
import {
  INTERNAL_ERROR,
  InvalidMessageError,
  ProtocolError,
  TimeoutError,
  ToolError,
  UnsendableError,
  invalidParams,
} from "../../protocol/errors.ts";
import type { InputRequest } from "../../protocol/input-required.ts";
import {
  type JsonObject,
  isObject,
  isPromiseLike,
  objectOf,
} from "../../protocol/message.ts";
import { requireAskable } from "../../protocol/revision/askable.ts";
import { isStateless } from "../../protocol/revision/protocol-table.ts";
import { backOff } from "../../protocol/timers/sleep.ts";
import { leave, open } from "./multi-round-trip.ts";
import { settle } from "./once.ts";
import {
  type Asking,
  askNow,
  isAsking,
  repeated,
  stateOf,
  waiting,
} from "./questions.ts";
import type { Sealer } from "./sealed-state.ts";

/** One run of a handler. Without a sealer, the handler carries its own state. */
interface Turn {
  readonly handler: Handler;
  readonly request: RequestRecord;
  readonly sealer: Sealer | undefined;
}

/**
 * Runs a handler that may ask the client for input: by requests to the client, or by a
 * result after which the client repeats its request. Without a sealer, handlers carry their
 * own state.
 *
 * Until a state expires, a client can repeat it, and older states of the same request. A
 * handler that must act only once has to check that itself.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/patterns/mrtr | Multi Round-Trip Requests}
 */
export function runWithInput(
  handler: Handler,
  request: RequestRecord,
  sealer: Sealer | undefined,
): unknown {
  const turn = { handler, request, sealer };
  const { params } = request;
  const isRepeated =
    isStateless(request) &&
    isObject(params) &&
    (params["requestState"] !== undefined ||
      params["inputResponses"] !== undefined);
  return isRepeated ? resume(turn, params) : runOnce(turn, params);
}

/**
 * Runs a handler that may continue after its request was answered. Later questions go
 * through `request.pose`. Rejects with the handler's error, unless the error is also a
 * result.
 */
export function runDetached(
  handler: Handler,
  params: unknown,
  request: RequestRecord,
): Promise<unknown> {
  const turn = { handler, request, sealer: undefined };
  return new Promise((resolve) => resolve(handler(params, request))).then(
    (result) => (request.pose ? finish(turn, result) : result),
    (error: unknown) => {
      if (request.pose) return fail(turn, error);
      throw error;
    },
  );
}

/** Runs the handler. Returns a synchronous result without a promise. */
function runOnce(turn: Turn, params: unknown): unknown {
  try {
    const result = turn.handler(params, turn.request);
    if (!isPromiseLike(result)) return finish(turn, result);
    return Promise.resolve(result).then(
      (value) => finish(turn, value),
      (error: unknown) => fail(turn, error),
    );
  } catch (error) {
    return fail(turn, error);
  }
}

function finish({ handler, request, sealer }: Turn, result: unknown): unknown {
  const { asks, state } = request;
  const asking: unknown = asks
    ? { ...waiting, inputRequests: Object.fromEntries(asks), state }
    : result;
  if (!isAsking(asking)) return asking;
  return isStateless(request) && !request.pose
    ? leave(asking, request, sealer)
    : converse(asking, handler, request);
}

/**
 * Handles an error of the handler. If it asked before it failed, the question is still
 * sent.
 */
function fail(turn: Turn, error: unknown): unknown {
  if (turn.request.asks) return finish(turn, undefined);
  if (error instanceof ToolError && turn.request.method === "tools/call")
    return {
      content: [{ type: "text", text: error.message }],
      isError: true,
    };
  throw error;
}

/**
 * Resumes a request that the client repeats with answers. Missing answers are requested
 * again.
 */
async function resume(turn: Turn, params: JsonObject): Promise<unknown> {
  const { request, sealer } = turn;
  const { inputResponses: given, requestState } = params;
  const inputResponses = objectOf(given);
  if (!sealer) {
    request.inputResponses = inputResponses;
    request.state = requestState;
  } else if (requestState !== undefined) {
    const missing = await open(requestState, inputResponses, request, sealer);
    if (missing) return leave(missing, request, sealer);
  }
  if (request.cancelled) request.signal.throwIfAborted();
  const result = await runOnce(turn, repeated(request));
  const isEarly = sealer !== undefined && requestState === undefined;
  return isEarly ? answerFirst(turn, inputResponses, result) : result;
}

/** Applies answers that came without a state to the first questions of the handler. */
function answerFirst(
  turn: Turn,
  inputResponses: JsonObject,
  result: unknown,
): unknown {
  if (!isAsking(result)) return result;
  const asked = Object.keys(result.inputRequests ?? {});
  if (!asked.some((key) => Object.hasOwn(inputResponses, key))) return result;
  turn.request.asks = undefined;
  const { requestState } = result;
  return resume(turn, { inputResponses, requestState });
}

/** Maximum number of rounds, after which a handler counts as endless. */
const maxRounds = 32;

/** Asks the client and runs the handler again, until the handler returns a result. */
async function converse(
  asking: Asking,
  handler: Handler,
  request: RequestRecord,
): Promise<unknown> {
  let result: unknown = asking;
  for (let round = 0; isAsking(result); round++) {
    if (round === maxRounds) throw new Error("the handler asks for ever");
    await settle(request);
    const questions = Object.entries(result.inputRequests ?? {});
    // A handler without questions asks to run again later.
    const isQuestion = questions.length > 0;
    if (isQuestion) await askAll(questions, request);
    else await backOff(round, request.signal);
    // A cancelled handler still receives the answers that arrived.
    if (request.cancelled || !isQuestion) request.signal.throwIfAborted();
    request.state = stateOf(result);
    result = await handler(repeated(request), request);
  }
  return result;
}

/** Sends all questions of a round at the same time. */
async function askAll(
  questions: readonly (readonly [string, InputRequest])[],
  request: RequestRecord,
): Promise<void> {
  const { table, peerCapabilities } = request;
  requireAskable(table, peerCapabilities, ...questions.map(([, one]) => one));
  const failed = new AbortController();
  const { signal } = failed;
  try {
    const answers = await Promise.all(
      questions.map(async ([key, question]) => [
        key,
        await askNow(request, key, question, { signal }),
      ]),
    );
    request.inputResponses = {
      ...request.inputResponses,
      ...Object.fromEntries(answers),
    };
  } catch (error) {
    // Cancels the other questions.
    failed.abort(error);
    // The client sent an invalid answer, so it receives the error.
    if (
      error instanceof InvalidMessageError &&
      !(error instanceof UnsendableError)
    )
      throw invalidParams(error.message);
    if (error instanceof TimeoutError)
      throw new ProtocolError(INTERNAL_ERROR, error.message);
    throw error;
  }
}
