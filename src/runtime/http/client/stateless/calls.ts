import {
  INVALID_REQUEST,
  InvalidMessageError,
  toError,
  TransportError,
} from "../../../wire/errors.ts";
import {
  isObject,
  type NotificationMessage,
  type RequestId,
  type RequestMessage,
} from "../../../wire/message.ts";
import type { ProtocolTable } from "../../../table/protocol-table.ts";
import { errorAnswer, refusal } from "../answers.ts";
import { messageOf, readEvents } from "../events/events.ts";
import type { ClientHost } from "../host.ts";
import { hasReason, HttpError } from "../http-error.ts";
import { ListedTools } from "./listed-tools.ts";
import { Outbox } from "../outbox.ts";
import { post, type Posted } from "../post.ts";
import { requestHeaders } from "../request-headers.ts";

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
export class StatelessCalls {
  readonly #host: ClientHost;
  readonly #listed: ListedTools;
  readonly #outbox: Outbox;
  /** What ends the POST of each call that waits. */
  readonly #waiting = new Map<RequestId, AbortController>();
  /** Whether the server has answered as one without sessions does. */
  #known = false;

  constructor(host: ClientHost) {
    this.#host = host;
    this.#outbox = new Outbox(host);
    this.#listed = new ListedTools((warning) => host.warn(warning));
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
      const posted = await post(this.#host, body, headers, abort.signal);
      await this.#hear(message, posted);
    } catch (error) {
      this.#fail(message, toError(error));
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
    const { closing, receiver } = this.#host;
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
    return requestHeaders(message, revision, table, this.#listed);
  }

  async #hear(call: RequestMessage, posted: Posted): Promise<void> {
    switch (posted.kind) {
      case "json":
        if (!this.#take(call, posted.value))
          this.#fail(call, unanswered(call), true);
        return;
      case "events":
        return this.#listen(call, posted.body);
      case "refused":
        return this.#host.receiver.message(refusal(call.id, posted));
      case "accepted":
        throw new HttpError(
          `${call.method}: HTTP ${posted.status} and no answer`,
          posted.status,
        );
      default:
        return posted satisfies never;
    }
  }

  async #listen(
    call: RequestMessage,
    body: ReadableStream<Uint8Array>,
  ): Promise<void> {
    const { options, receiver } = this.#host;
    let isAnswered = false;
    await readEvents(body, options.maxEventBytes, (event) => {
      const value = messageOf(event, receiver);
      isAnswered = value !== undefined && this.#take(call, value);
      return isAnswered;
    });
    if (!isAnswered) this.#fail(call, unanswered(call), true);
  }

  /** Passes a message on; whether it answers the call. */
  #take(call: RequestMessage, value: unknown): boolean {
    const { receiver } = this.#host;
    if (!isObject(value) || Object.hasOwn(value, "method")) {
      receiver.message(value);
      return false;
    }
    const { id, result } = value;
    const isOwn = id === call.id || (isAbsent(id) && value["error"]);
    if (!isOwn) {
      const reason = `${call.method}: an answer to another request came`;
      receiver.failed?.(undefined, new InvalidMessageError(reason));
      return false;
    }
    if (isObject(result)) this.#known = true;
    if (call.method === "tools/list" && isObject(result))
      receiver.message({ ...value, result: this.#listed.read(result) });
    else receiver.message(id === call.id ? value : { ...value, id: call.id });
    return true;
  }

  /**
   * What an older server makes of the first question has a status and a body of
   * any kind: it is told as an error, so that the client asks in another way.
   *
   * @see {@link https://modelcontextprotocol.io/specification/draft/basic/transports/streamable-http#backward-compatibility | Backward Compatibility}
   */
  #fail(
    call: RequestMessage,
    error: Error,
    isOlder: boolean = seemsOlder(error),
  ): void {
    const { receiver } = this.#host;
    const isProbe = call.method === "server/discover" && !this.#known;
    const { message } = error;
    if (isProbe && isOlder)
      receiver.message(
        errorAnswer(call.id, { code: INVALID_REQUEST, message }),
      );
    else receiver.failed?.(call.id, error);
  }
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
