import type { Call } from "../../peer/call.ts";
import { requireAskable } from "../../protocol/revision/askable.ts";
import { entryOf } from "../../protocol/revision/protocol-table.ts";
import { backOff } from "../../protocol/timers/sleep.ts";
import {
  CancelledError,
  describeIssue,
  InvalidMessageError,
  toError,
} from "../../protocol/errors.ts";
import type { InputRequest } from "../../protocol/input-required.ts";
import { isObject, type JsonObject } from "../../protocol/message.ts";
import { questionIssue } from "../answers/question.ts";
import type { Link } from "../link.ts";
import { fulfil, type Asker } from "./fulfil.ts";

/**
 * The params of the next request of a call whose server asks for input first: the
 * client's handlers give it, and the server's state goes along as it was.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/patterns/mrtr | Multi Round-Trip Requests}
 */
export async function gather(
  link: Link,
  call: Call,
  question: JsonObject,
  signal: AbortSignal,
): Promise<JsonObject> {
  const { inputResponses, requestState, ...params } = call.params ?? {};
  const { inputRequests, requestState: state } = question;
  if (inputRequests === undefined && state === undefined)
    throw new InvalidMessageError(
      `${call.method}: the server asks for nothing`,
      ["inputRequests"],
      { value: question },
    );
  const requests = isObject(inputRequests) ? Object.entries(inputRequests) : [];
  // A server that asks nothing only wants to be asked again: ever later.
  if (requests.length === 0) await backOff(call.rounds - 1, signal);
  const accepted = requests.map(
    ([key, request]) =>
      [key, accept(call, question, ["inputRequests", key], request)] as const,
  );
  const answers = await Promise.all(
    accepted.map(async ([key, request]) => [
      key,
      await answer(link, call, request, signal),
    ]),
  );
  return {
    ...params,
    ...(answers.length > 0 && { inputResponses: Object.fromEntries(answers) }),
    ...(state !== undefined && { requestState: state }),
  };
}

/** Has the client's handlers answer one question that came inside a message. */
export async function answerAlone(
  link: Link,
  asked: InputRequest,
  signal: AbortSignal,
): Promise<JsonObject> {
  const { method } = asked;
  const call = { method, exchange: link.lifecycle.outgoing() };
  const request = accept(call, { ...asked }, [], asked);
  return answer(link, call, request, signal);
}

/** Refuses what may not be asked, before anybody is asked anything. */
function accept(
  { method, exchange }: Asker,
  value: JsonObject,
  at: readonly string[],
  asked: unknown,
): InputRequest {
  // The guard of the result has proved that it is one.
  const request = asked as InputRequest;
  const { table, capabilities, requests } = exchange.dialect;
  const own = [...at, "method"];
  if (!requests.has(request.method)) {
    const { handler } = entryOf(table.requests, request.method) ?? {};
    const way = handler ? `: give it one, as handlers.${handler}` : "";
    throw new InvalidMessageError(
      `${method}: the server asks for ${request.method}, and the client has no handler for it${way}`,
      own,
      { value },
    );
  }
  try {
    requireAskable(table, capabilities, request);
  } catch (cause) {
    const reason = `${method}: the server asks for what it may not: ${toError(cause).message}`;
    throw new InvalidMessageError(reason, own, { cause, value });
  }
  const issue = questionIssue(request);
  if (!issue) return request;
  throw new InvalidMessageError(
    `${method}: the server asks wrongly: ${request.method}: ${describeIssue(issue)}`,
    [...at, "params", ...issue.path],
    { value },
  );
}

async function answer(
  link: Link,
  asker: Asker,
  request: InputRequest,
  signal: AbortSignal,
): Promise<JsonObject> {
  try {
    return await fulfil(link, asker, request, signal);
  } catch (cause) {
    const { message } = toError(cause);
    throw new CancelledError(
      `${asker.method}: ${request.method} was not answered: ${message}`,
      { cause },
    );
  }
}
