import {
  INVALID_REQUEST,
  InvalidMessageError,
  TransportError,
} from "../../../protocol/errors.ts";
import {
  isIdOf,
  isObject,
  type RequestMessage,
} from "../../../protocol/message.ts";
import { errorAnswer, refusal } from "../answers.ts";
import { messageOf, readEvents } from "../events/read-events.ts";
import { hasReason, HttpError } from "../http-error.ts";
import type { HttpLink } from "../http-link.ts";
import type { PostAnswer } from "../post.ts";
import type { ListedTools } from "./listed-tools.ts";

/** What calls without a session have in common. */
export interface StatelessServer {
  readonly link: HttpLink;
  readonly listed: ListedTools;
  /** Whether it has answered as one without sessions does. */
  isKnown: boolean;
}

/** Hears what a server says to a posted call. Rejects with an HttpError for what is no answer. */
export async function hearStatelessAnswer(
  server: StatelessServer,
  call: RequestMessage,
  posted: PostAnswer,
): Promise<void> {
  switch (posted.kind) {
    case "json":
      if (!take(server, call, posted.value))
        fail(server, call, unanswered(call), true);
      return;
    case "events":
      return listen(server, call, posted.body);
    case "refused":
      return server.link.receiver.message(refusal(call.id, posted));
    case "accepted":
      throw new HttpError(
        `${call.method}: HTTP ${posted.status} and no answer`,
        posted.status,
      );
    default:
      return posted satisfies never;
  }
}

async function listen(
  server: StatelessServer,
  call: RequestMessage,
  body: ReadableStream<Uint8Array>,
): Promise<void> {
  const { link } = server;
  let isAnswered = false;
  await readEvents(body, link.options.maxEventBytes, (event) => {
    const value = messageOf(event, link);
    isAnswered = value !== undefined && take(server, call, value);
    return isAnswered;
  });
  if (!isAnswered) fail(server, call, unanswered(call), true);
}

/** Passes a message on; whether it answers the call. */
function take(
  server: StatelessServer,
  call: RequestMessage,
  value: unknown,
): boolean {
  const { receiver } = server.link;
  if (!isObject(value) || Object.hasOwn(value, "method")) {
    receiver.message(value);
    return false;
  }
  const { id, result } = value;
  const isNamed = isIdOf(call.id, id);
  if (!isNamed && !(isAbsent(id) && value["error"])) {
    const reason = `${call.method}: an answer to another request came`;
    const error = new InvalidMessageError(reason, ["id"], { value });
    receiver.failed?.(undefined, error);
    return false;
  }
  if (isObject(result)) server.isKnown = true;
  if (call.method === "tools/list" && isObject(result))
    receiver.message({ ...value, result: server.listed.read(result) });
  else receiver.message(isNamed ? value : { ...value, id: call.id });
  return true;
}

/**
 * What an older server makes of the first question has a status and a body of
 * any kind: it is told as an error, so that the client asks in another way.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/transports/streamable-http#backward-compatibility | Backward Compatibility}
 */
export function fail(
  server: StatelessServer,
  call: RequestMessage,
  error: Error,
  isOlder: boolean = seemsOlder(error),
): void {
  const { receiver } = server.link;
  const isProbe = call.method === "server/discover" && !server.isKnown;
  const { message } = error;
  if (isProbe && isOlder)
    receiver.message(errorAnswer(call.id, { code: INVALID_REQUEST, message }));
  else receiver.failed?.(call.id, error);
}

function seemsOlder(error: Error): boolean {
  return error instanceof HttpError
    ? !hasReason(error.status)
    : error instanceof InvalidMessageError;
}

function isAbsent(id: unknown): boolean {
  return id === undefined || id === null;
}

function unanswered({ method }: RequestMessage): TransportError {
  return new TransportError(`${method}: the server ended without an answer`);
}
