import { INTERNAL_ERROR, TransportError } from "../../../wire/errors.ts";
import type { Message, RequestId } from "../../../wire/message.ts";
import type { ProtocolTable } from "../../../table/protocol-table.ts";
import type { Sink } from "../../../peer/transport.ts";
import { statusOfError } from "./status.ts";
import {
  eventComment,
  eventHeaders,
  formatEvent,
  jsonHeaders,
} from "../answer/event-text.ts";
import type { HttpExchange, HttpStream } from "../../shared/exchange.ts";
import type { HttpHost } from "../services.ts";
import { retryLater } from "../refusals.ts";
import { replyError } from "../replies.ts";

/**
 * The answer to one request that stands alone: a JSON text, or a stream as soon
 * as something comes before it. A client that is gone has cancelled the request.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/transports/streamable-http#receiving-messages | Receiving messages}
 */
export class StatelessAnswer implements Sink {
  readonly exclusive = true;
  readonly #host: HttpHost;
  readonly #exchange: HttpExchange;
  readonly #table: ProtocolTable;
  readonly #id: RequestId;
  #stream: HttpStream | undefined;
  /** Counts the stream out. */
  #release: (() => void) | undefined;
  #stopBeat: (() => void) | undefined;
  #isOver = false;

  constructor(
    host: HttpHost,
    exchange: HttpExchange,
    table: ProtocolTable,
    id: RequestId,
  ) {
    this.#host = host;
    this.#exchange = exchange;
    this.#table = table;
    this.#id = id;
  }

  get principal(): string | undefined {
    return this.#exchange.principal;
  }

  get auth(): unknown {
    return this.#exchange.auth;
  }

  /** Throws a TransportError when nobody waits any more. */
  send(message: Message | readonly Message[]): void {
    if (this.#isOver) throw new TransportError("the client waits no more");
    const text = JSON.stringify(message);
    if ("method" in message) this.#tell(formatEvent(text));
    else this.#finish(text, "error" in message ? message.error.code : 0);
  }

  /** Makes sure of a stream, if there may be one more. */
  reserve(): boolean {
    this.#release ??= this.#host.openStream();
    return this.#release !== undefined;
  }

  /** Lasts as long as the handler takes, and tells when the client does not. */
  wait(gone: (reason: Error) => void): void {
    if (this.#isOver) return;
    this.#stopBeat = this.#host.keepAlive(() => this.#beat());
    this.#exchange.response.onGone((reason) => {
      if (this.#isOver) return;
      this.#end();
      gone(reason);
    });
  }

  /** The server has dropped the request. */
  unanswered(): void {
    if (this.#isOver) return;
    const stream = this.#end();
    if (stream) return stream.end();
    replyError(this.#exchange.response, {
      status: 503,
      code: INTERNAL_ERROR,
      message: "The server is closing",
      id: this.#id,
      table: this.#table,
      headers: retryLater,
    });
  }

  #tell(text: string): void {
    if (this.#stream) this.#stream.write(text);
    else if (!this.#open(text))
      throw new TransportError("too many streams are open");
  }

  #finish(text: string, code: number): void {
    const stream = this.#end();
    if (stream) return stream.end(formatEvent(text));
    const { response } = this.#exchange;
    const status = statusOfError(this.#table, code);
    const isStream = this.#host.options.responses === "stream";
    // A stream that begins with its end is written at once, with its length.
    if (isStream && status === 200)
      response.reply(200, eventHeaders, formatEvent(text));
    else response.reply(status, jsonHeaders, text);
  }

  /** Whether a stream could be opened. */
  #open(text: string): boolean {
    if (!this.reserve()) return false;
    this.#stream = this.#exchange.response.open(eventHeaders, text);
    return true;
  }

  /** What lies between may cut a silent connection. */
  #beat(): void {
    if (this.#stream) this.#stream.write(eventComment);
    else this.#open(eventComment);
  }

  #end(): HttpStream | undefined {
    this.#isOver = true;
    this.#stopBeat?.();
    this.#release?.();
    return this.#stream;
  }
}
