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
import { requestInput, restoreState } from "./multi-round-trip.ts";
import { awaitMemoized } from "./once.ts";
import {
  type HandlerInputRequest,
  askNow,
  isInputRequired,
  repeatedParams,
  readState,
  inputRequiredType,
} from "./questions.ts";
import type { Sealer } from "./sealed-state.ts";

/** One run of a handler. Without a sealer, the handler carries its own state. */
interface HandlerRun {
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
  const run = { handler, request, sealer };
  const { params } = request;
  const isRepeated =
    isStateless(request) &&
    isObject(params) &&
    (params["requestState"] !== undefined ||
      params["inputResponses"] !== undefined);
  return isRepeated ? resume(run, params) : runOnce(run, params);
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
  const run = { handler, request, sealer: undefined };
  return new Promise((resolve) => resolve(handler(params, request))).then(
    (result) => (request.pose ? finish(run, result) : result),
    (error: unknown) => {
      if (request.pose) return fail(run, error);
      throw error;
    },
  );
}

/** Runs the handler. Returns a synchronous result without a promise. */
function runOnce(run: HandlerRun, params: unknown): unknown {
  try {
    const result = run.handler(params, run.request);
    if (!isPromiseLike(result)) return finish(run, result);
    return Promise.resolve(result).then(
      (value) => finish(run, value),
      (error: unknown) => fail(run, error),
    );
  } catch (error) {
    return fail(run, error);
  }
}

function finish(
  { handler, request, sealer }: HandlerRun,
  result: unknown,
): unknown {
  const { asks, state } = request;
  const outcome: unknown = asks
    ? { ...inputRequiredType, inputRequests: Object.fromEntries(asks), state }
    : result;
  if (!isInputRequired(outcome)) return outcome;
  return isStateless(request) && !request.pose
    ? requestInput(outcome, request, sealer)
    : runRounds(outcome, handler, request);
}

/**
 * Handles an error of the handler. If it asked before it failed, the question is still
 * sent.
 */
function fail(run: HandlerRun, error: unknown): unknown {
  if (run.request.asks) return finish(run, undefined);
  if (error instanceof ToolError && run.request.method === "tools/call")
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
async function resume(run: HandlerRun, params: JsonObject): Promise<unknown> {
  const { request, sealer } = run;
  const { inputResponses: given, requestState } = params;
  const inputResponses = objectOf(given);
  if (!sealer) {
    request.inputResponses = inputResponses;
    request.state = requestState;
  } else if (requestState !== undefined) {
    const missing = await restoreState(
      requestState,
      inputResponses,
      request,
      sealer,
    );
    if (missing) return requestInput(missing, request, sealer);
  }
  if (request.cancelled) request.signal.throwIfAborted();
  const result = await runOnce(run, repeatedParams(request));
  const isEarly = sealer !== undefined && requestState === undefined;
  return isEarly ? answerFirst(run, inputResponses, result) : result;
}

/** Applies answers that came without a state to the first questions of the handler. */
function answerFirst(
  run: HandlerRun,
  inputResponses: JsonObject,
  result: unknown,
): unknown {
  if (!isInputRequired(result)) return result;
  const asked = Object.keys(result.inputRequests ?? {});
  if (!asked.some((key) => Object.hasOwn(inputResponses, key))) return result;
  run.request.asks = undefined;
  const { requestState } = result;
  return resume(run, { inputResponses, requestState });
}

/** Maximum number of rounds, after which a handler counts as endless. */
const maxRounds = 32;

/** Asks the client and runs the handler again, until the handler returns a result. */
async function runRounds(
  outcome: HandlerInputRequest,
  handler: Handler,
  request: RequestRecord,
): Promise<unknown> {
  let result: unknown = outcome;
  for (let round = 0; isInputRequired(result); round++) {
    if (round === maxRounds)
      throw new Error(
        `The handler asked for input in ${maxRounds} rounds without a result.`,
      );
    await awaitMemoized(request);
    const questions = Object.entries(result.inputRequests ?? {});
    // A handler without questions asks to run again later.
    const isQuestion = questions.length > 0;
    if (isQuestion) await askAll(questions, request);
    else await backOff(round, request.signal);
    // A cancelled handler still receives the answers that arrived.
    if (request.cancelled || !isQuestion) request.signal.throwIfAborted();
    request.state = readState(result);
    result = await handler(repeatedParams(request), request);
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
