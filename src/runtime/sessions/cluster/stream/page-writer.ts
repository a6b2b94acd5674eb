import type { HttpStream } from "../../../http/shared/request-response.ts";
import { disconnect } from "../../../http/server/answer/replay.ts";
import {
  eventComment,
  eventHeaders,
  formatEvent,
  formatEventId,
} from "../../../http/server/answer/sse-format.ts";
import type { StoredEvent } from "../../../http/server/events/event-store.ts";
import { pageBytes } from "../../../http/server/events/session-events.ts";
import type { ClientUsage } from "../../../http/server/limits/client-usage.ts";
import {
  sendTooManyStreams,
  replyEmpty,
} from "../../../http/server/replies.ts";
import type {
  HttpServices,
  OpenStream,
} from "../../../http/server/services.ts";
import type { HttpExchange } from "../../../http/server/exchange.ts";

/** Writes stored events to a client, with backpressure. */
export class PageWriter {
  readonly #http: HttpServices;
  readonly #client: ClientUsage;
  readonly #visit: HttpExchange;
  readonly #name: string;
  readonly #onEnd: () => void;
  #stream: HttpStream | undefined;
  #open: OpenStream | undefined;
  #stopBeat: (() => void) | undefined;
  #isOver = false;
  #isSilent = true;
  #wake: () => void = () => {};

  /** `onEnd` is called once when nothing more can be written, for any reason. */
  constructor(
    http: HttpServices,
    client: ClientUsage,
    visit: HttpExchange,
    name: string,
    onEnd: () => void,
  ) {
    this.#http = http;
    this.#client = client;
    this.#visit = visit;
    this.#name = name;
    this.#onEnd = onEnd;
    visit.onDisconnect(() => this.#end());
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** True if the response has started. */
  get hasBegun(): boolean {
    return this.#stream !== undefined;
  }

  /** Starts the response stream with a text; rejects the request if there are too many streams. */
  begin(text: string): void {
    if (this.#stream || this.#isOver) return;
    const open = this.#http.openStream(this.#client, this.#visit);
    if (!open) {
      this.#end();
      return sendTooManyStreams(this.#visit);
    }
    this.#open = open;
    open.onExpire = () => this.comeBack();
    this.#stream = this.#visit.open(eventHeaders, text || eventComment);
    this.#stopBeat = this.#http.keepAlive(() => this.#beat());
    // The client may have disconnected while the stream started.
    if (this.#isOver) this.#release();
  }

  /**
   * Writes events, except those that the client's scopes no longer permit. Calls back after
   * each part with its last sequence number.
   */
  async write(
    events: readonly StoredEvent[],
    written: (sequence: number) => void,
  ): Promise<void> {
    const { permit } = this.#visit.viewer;
    const { offered } = this.#http.server;
    let text = "";
    for (const [index, event] of events.entries()) {
      if (!permit || (await permit.mayHear(event.data, offered)))
        text += this.#format(event);
      const isLast = index === events.length - 1;
      if (!isLast && text.length < pageBytes) continue;
      if (this.#isOver) return;
      if (text !== "") await this.#write(text);
      if (this.#isOver) return;
      written(event.sequence);
      text = "";
    }
  }

  /** Ends the connection with a retry delay, so that the client reconnects. */
  comeBack(): void {
    if (this.#isOver) return;
    const text = `retry: ${this.#http.options.retryMs}\n\n`;
    const stream = this.#stream;
    this.#end();
    if (stream) stream.end(text);
    else this.#visit.reply(200, eventHeaders, text);
  }

  /**
   * Completes the response. Without any events, responds with 204, so that the client does not
   * reconnect.
   */
  complete(): void {
    if (this.#isOver) return;
    const stream = this.#stream;
    this.#end();
    if (stream) stream.end();
    else replyEmpty(this.#visit, 204);
  }

  /** Ends the connection because the client reads over another one. */
  replaced(): void {
    if (this.#isOver) return;
    const stream = this.#stream;
    this.#end();
    if (stream) disconnect(stream);
    else replyEmpty(this.#visit, 204);
  }

  /**
   * Rejects the request. If the response has started, ends it: the client gets the error when
   * it reconnects.
   */
  refuse(refuse: (visit: HttpExchange) => void): void {
    if (this.#isOver) return;
    const stream = this.#stream;
    this.#end();
    if (stream) stream.end();
    else refuse(this.#visit);
  }

  async #write(text: string): Promise<void> {
    if (!this.#stream) this.begin(text);
    else this.#stream.write(text);
    this.#isSilent = false;
    const stream = this.#stream;
    if (!stream || this.#isOver) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      stream.onDrain(resolve);
    });
  }

  #beat(): void {
    if (this.#isSilent && this.#stream?.waiting === 0)
      this.#stream.write(eventComment);
    this.#isSilent = true;
  }

  #format({ sequence, data }: StoredEvent): string {
    const id = formatEventId(this.#name, sequence);
    return formatEvent(data, { id });
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#release();
    this.#wake();
    this.#onEnd();
  }

  #release(): void {
    this.#open?.close();
    this.#stopBeat?.();
  }
}
