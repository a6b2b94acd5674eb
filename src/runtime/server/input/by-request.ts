import { askNow } from "./ask.ts";
import { isAsking, repeated, stateOf, type Asking } from "./asking.ts";
import { requireAskable } from "../../protocol/revision/askable.ts";
import {
  INTERNAL_ERROR,
  InvalidMessageError,
  invalidParams,
  ProtocolError,
  TimeoutError,
  UnsendableError,
} from "../../protocol/errors.ts";
import type { Handler } from "../../peer/handlers.ts";
import type { InputRequest } from "../../protocol/input-required.ts";
import type { RequestRecord } from "../../peer/record.ts";
import { settle } from "./once.ts";
import { backOff } from "../../protocol/timers/sleep.ts";

/** A handler that asks in more rounds than this is taken to ask for ever. */
const maxRounds = 32;

/** Asks, and runs the handler again, until it asks no more. */
export async function converse(
  asking: Asking,
  handler: Handler,
  request: RequestRecord,
): Promise<unknown> {
  let result: unknown = asking;
  for (let round = 0; isAsking(result); round++) {
    if (round === maxRounds) throw new Error("the handler asks for ever");
    await settle(request);
    const questions = Object.entries(result.inputRequests ?? {});
    // A handler that asks nothing only wants to be called again later.
    const isQuestion = questions.length > 0;
    if (isQuestion) await askAll(questions, request);
    else await backOff(round, request.signal);
    // A handler that is told to end still gets the answers that came.
    if (request.cancelled || !isQuestion) request.signal.throwIfAborted();
    request.state = stateOf(result);
    result = await handler(repeated(request), request);
  }
  return result;
}

/** Asks at once, where a server can. */
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
    // Nobody waits for the other answers any more.
    failed.abort(error);
    // The mistake is the client's, and so it hears of it.
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
