import { isAsking, repeated, stateOf, type Asking } from "./asking.ts";
import { requireAskable } from "../../table/askable.ts";
import { InvalidMessageError, invalidParams } from "../../wire/errors.ts";
import type { Handler } from "../../peer/handlers.ts";
import type { InputRequest } from "../../wire/input-required.ts";
import type { RequestContext } from "../../peer/request-context.ts";
import { backOff } from "../../time/sleep.ts";

/** A handler that asks in more rounds than this is taken to ask for ever. */
const maxRounds = 32;

/** Asks, and runs the handler again, until it asks no more. */
export async function converse(
  asking: Asking,
  handler: Handler,
  context: RequestContext,
): Promise<unknown> {
  let result: unknown = asking;
  for (let round = 0; isAsking(result); round++) {
    if (round === maxRounds) throw new Error("the handler asks for ever");
    const requests = Object.entries(result.inputRequests ?? {});
    // A handler that asks nothing only wants to be called again later.
    if (requests.length === 0) await backOff(round, context.signal);
    else await askNow(requests, context);
    context.signal.throwIfAborted();
    context.state = stateOf(result);
    result = await handler(repeated(context), context);
  }
  return result;
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
