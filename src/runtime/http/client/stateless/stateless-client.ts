import {
  toError,
  INVALID_REQUEST,
  InvalidMessageError,
  TransportError,
} from "../../../protocol/errors.ts";
import {
  type NotificationMessage,
  type RequestId,
  type RequestMessage,
  isIdOf,
  isObject,
} from "../../../protocol/message.ts";
import type { ProtocolTable } from "../../../protocol/revision/protocol-table.ts";
import type { HttpLink } from "../transport-context.ts";
import { Outbox } from "../post-queue.ts";
import { post, hasReason, HttpError, type PostAnswer } from "../post.ts";
import { requestHeaders, ListedTools } from "./request-headers.ts";
import { errorAnswer, refusal } from "../client-protocol.ts";
import { messageOf, readEvents } from "../events/read-events.ts";

/** The revision of a message: its table is known where this side offered it. */
export interface Spoken {
  readonly revision: string;
  readonly table: ProtocolTable | undefined;
}

/**
 * Calls without a session: each is a POST, and its answer is that of the POST.
 * To take a call back is to close its stream.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/transports/streamable-http | Streamable HTTP}
 */
export class StatelessWay {
  readonly #server: StatelessServer;
  readonly #outbox: Outbox;
  /** What ends the POST of each call that waits. */
  readonly #waiting = new Map<RequestId, AbortController>();

  constructor(link: HttpLink) {
    const listed = new ListedTools((warning) => link.warn(warning));
    this.#server = { link, listed, isKnown: false };
    this.#outbox = new Outbox(link);
  }

  /** Ends with an answer or a failure that the receiver hears. */
  async call(
    message: RequestMessage,
    body: string,
    spoken: Spoken,
  ): Promise<void> {
    const { id } = message;
    const abort = new AbortController();
    this.#waiting.set(id, abort);
    try {
      const headers = this.#headers(message, spoken);
      const { signal } = abort;
      const posted = await post(this.#server.link, { body, headers, signal });
      await hearStatelessAnswer(this.#server, message, posted);
    } catch (error) {
      fail(this.#server, message, toError(error));
    } finally {
      this.#waiting.delete(id);
    }
  }

  /** Tells the server what it answers with nothing; a failure is reported. */
  async notify(
    message: NotificationMessage,
    body: string,
    spoken: Spoken,
  ): Promise<void> {
    const { closing, receiver } = this.#server.link;
    try {
      const headers = this.#headers(message, spoken);
      const refused = await this.#outbox.tell(body, headers);
      if (refused) throw refused.error;
    } catch (error) {
      if (!closing.aborted) receiver.failed?.(undefined, toError(error));
    }
  }

  /** Closes the stream of a call; whether there is one. */
  cancel(id: RequestId): boolean {
    const abort = this.#waiting.get(id);
    this.#waiting.delete(id);
    abort?.abort();
    return abort !== undefined;
  }

  close(): void {
    this.#outbox.close();
    for (const id of [...this.#waiting.keys()]) this.cancel(id);
  }

  #headers(
    message: RequestMessage | NotificationMessage,
    { revision, table }: Spoken,
  ): Record<string, string> {
    return requestHeaders(message, revision, table, this.#server.listed);
  }
}

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
