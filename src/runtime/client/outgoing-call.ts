import type { Call, NewCall } from "../peer/pending.ts";
import { requireAskable } from "../table/askable.ts";
import {
  CancelledError,
  describeIssue,
  InvalidMessageError,
  ProtocolError,
  toError,
} from "../wire/errors.ts";
import type { InputRequest } from "../wire/input-required.ts";
import { isObject, type JsonObject } from "../wire/message.ts";
import { isUnsupported } from "./negotiate.ts";
import { isStateless } from "../table/protocol-table.ts";
import { questionIssue } from "./answers/question.ts";
import { isMismatch, relist } from "./relist.ts";
import { renegotiate } from "./renegotiate.ts";
import type { Session } from "./link.ts";
import { backOff } from "../time/sleep.ts";

/** A server that asks in more rounds than this is taken to ask for ever. */
const maxRounds = 32;

/**
 * Goes on with a call whose answer is not the last word. Where a server of a
 * stateless revision asks for input first, the client's handlers give it, and the
 * request is sent again: with another id, and with the server's state as it was.
 * Where it speaks the client's revision no more, another is agreed on; where it
 * misses a header that its tools ask for, they are listed again. What a tool gives
 * is held against what it promised.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/patterns/mrtr | Multi Round-Trip Requests}
 */
export function followUp(
  session: Session,
  call: Call,
  answer: JsonObject | ProtocolError,
): Promise<JsonObject> | undefined {
  if (answer instanceof ProtocolError) return afterError(session, call, answer);
  const { method, exchange, params } = call.asked;
  // The guard of the result has proved that the method's answer may ask.
  if (
    isStateless(exchange.dialect) &&
    answer["resultType"] === "input_required"
  )
    return goOn(session, call, answer);
  const failure = session.outputs.hear(method, params, answer);
  return failure && Promise.reject(failure);
}

function afterError(
  session: Session,
  call: Call,
  error: ProtocolError,
): Promise<JsonObject> | undefined {
  const { method, exchange, options } = call.asked;
  const { errorCodes } = exchange.dialect.table;
  if (error.code === errorCodes["URL_ELICITATION_REQUIRED"])
    session.options.elicitations?.openAll(error.data);
  if (!isStateless(exchange.dialect)) return undefined;
  if (options.repeated || method === "server/discover") return undefined;
  if (isUnsupported(error, exchange.dialect))
    return callAgain(session, call, () =>
      renegotiate(session, exchange, error),
    );
  return isMismatch(call, error)
    ? callAgain(session, call, () => relist(session, call, error))
    : undefined;
}

async function callAgain(
  session: Session,
  call: Call,
  prepare: () => Promise<void>,
): Promise<JsonObject> {
  const { method, params, options } = call.asked;
  await prepare();
  const again = { ...options, ends: call.ends, repeated: true };
  const { connection, lifecycle } = session;
  const { sender, transport } = connection;
  const agreed = lifecycle.outgoing();
  return sender.request(agreed, transport, method, params, again);
}

async function goOn(
  session: Session,
  call: Call,
  asking: JsonObject,
): Promise<JsonObject> {
  const { exchange, method, options, params: given = {} } = call.asked;
  const { round = 0 } = options;
  if (round === maxRounds)
    throw new InvalidMessageError(`${method}: the server asks for ever`);
  const { inputResponses, requestState, ...params } = given;
  const next = { ...options, ends: call.ends, round: round + 1 };
  const input = await gather(session, { ...call.asked, options: next }, asking);
  const { sender, transport } = session.connection;
  const sent = { ...params, ...input };
  return sender.request(exchange, transport, method, sent, next);
}

/**
 * What the request is repeated with. Meanwhile the call waits as for an answer,
 * so that its signal, its time and the connection's end do what they always do.
 */
function gather(
  session: Session,
  asked: NewCall,
  asking: JsonObject,
): Promise<JsonObject> {
  const { calls } = session.connection.sender;
  const { sink, ...unsent } = asked;
  const options = { ...asked.options, timeout: Infinity };
  const stop = new AbortController();
  return new Promise<JsonObject>((resolve, reject) => {
    const id = calls.open({ ...unsent, options }, resolve, (error) => {
      stop.abort(error);
      reject(error);
    });
    provide(session, asked, asking, stop.signal).then(
      (input) => calls.take(id)?.resolve(input),
      (error: unknown) => calls.reject(id, toError(error)),
    );
  });
}

async function provide(
  session: Session,
  asked: NewCall,
  { inputRequests, requestState }: JsonObject,
  signal: AbortSignal,
): Promise<JsonObject> {
  const { method, options } = asked;
  const state = requestState === undefined ? {} : { requestState };
  if (inputRequests === undefined && requestState === undefined)
    throw new InvalidMessageError(`${method}: the server asks for nothing`, [
      "inputRequests",
    ]);
  const requests = isObject(inputRequests) ? Object.entries(inputRequests) : [];
  if (requests.length === 0) {
    // A server that asks nothing only wants to be asked again: ever later.
    await backOff((options.round ?? 1) - 1, signal);
    return state;
  }
  const accepted = requests.map(
    ([key, request]) => [key, accept(asked, key, request)] as const,
  );
  const answers = await Promise.all(
    accepted.map(async ([key, request]) => [
      key,
      await answer(session, asked, request, signal),
    ]),
  );
  return { inputResponses: Object.fromEntries(answers), ...state };
}

/** Refuses what may not be asked, before anybody is asked anything. */
function accept(
  { method, exchange }: NewCall,
  key: string,
  value: unknown,
): InputRequest {
  // The guard of the result has proved that it is one.
  const request = value as InputRequest;
  const { table, capabilities, requests } = exchange.dialect;
  try {
    if (!requests.has(request.method))
      throw new Error(`${request.method}: the client has no handler for it`);
    requireAskable(table, capabilities, request);
  } catch (cause) {
    const reason = `${method}: the server asks for what it may not: ${toError(cause).message}`;
    const path = ["inputRequests", key, "method"];
    throw new InvalidMessageError(reason, path, { cause });
  }
  const issue = questionIssue(request);
  if (!issue) return request;
  throw new InvalidMessageError(
    `${method}: the server asks wrongly: ${request.method}: ${describeIssue(issue)}`,
    ["inputRequests", key, "params", ...issue.path],
  );
}

async function answer(
  session: Session,
  { method, exchange }: NewCall,
  request: InputRequest,
  signal: AbortSignal,
): Promise<JsonObject> {
  const { served, transport } = session.connection;
  try {
    return await served.fulfil(exchange, request, transport, signal);
  } catch (cause) {
    const { message } = toError(cause);
    throw new CancelledError(
      `${method}: ${request.method} was not answered: ${message}`,
      { cause },
    );
  }
}
