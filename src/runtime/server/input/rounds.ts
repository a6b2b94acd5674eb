import { isAsking, repeated, waiting } from "./asking.ts";
import type { Handler } from "../../peer/handlers.ts";
import { converse } from "./by-request.ts";
import {
  isObject,
  isPromiseLike,
  type JsonObject,
} from "../../wire/message.ts";
import { isStateless } from "../../table/protocol-table.ts";
import type { RequestContext } from "../../peer/request-context.ts";
import type { Sealer } from "./sealed-state.ts";
import { leave, open } from "./by-repeat.ts";

/** A handler at work on a request. Without a sealer, it carries its own state. */
interface Turn {
  readonly handler: Handler;
  readonly context: RequestContext;
  readonly sealer: Sealer | undefined;
}

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
  const turn = { handler, context, sealer };
  const { params } = context;
  const isRepeated =
    isStateless(context) &&
    isObject(params) &&
    (params["requestState"] !== undefined ||
      params["inputResponses"] !== undefined);
  return isRepeated ? resume(turn, params) : runOnce(turn, params);
}

/** Returns a result that is at hand, and asks nothing, without a promise. */
function runOnce(turn: Turn, params: unknown): unknown {
  try {
    const result = turn.handler(params, turn.context);
    if (!isPromiseLike(result)) return finish(turn, result);
    return result.then(
      (value) => finish(turn, value),
      (error: unknown) => fail(turn, error),
    );
  } catch (error) {
    return fail(turn, error);
  }
}

function finish({ handler, context, sealer }: Turn, result: unknown): unknown {
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
function fail(turn: Turn, error: unknown): unknown {
  if (turn.context.asks) return finish(turn, undefined);
  throw error;
}

/** Takes up a request that comes with answers; what is missing is asked again. */
async function resume(turn: Turn, params: JsonObject): Promise<unknown> {
  const { context, sealer } = turn;
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
  const result = await runOnce(turn, repeated(context));
  const isEarly = sealer !== undefined && requestState === undefined;
  return isEarly ? answerFirst(turn, inputResponses, result) : result;
}

/** Answers that come without a state are to what the handler asks first. */
function answerFirst(
  turn: Turn,
  inputResponses: JsonObject,
  result: unknown,
): unknown {
  if (!isAsking(result)) return result;
  const asked = Object.keys(result.inputRequests ?? {});
  if (!asked.some((key) => Object.hasOwn(inputResponses, key))) return result;
  turn.context.asks = undefined;
  const { requestState } = result;
  return resume(turn, { inputResponses, requestState });
}
