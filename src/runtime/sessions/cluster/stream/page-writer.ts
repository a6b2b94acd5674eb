import type { HttpStream } from "../../../http/shared/request-response.ts";
import { dropReader } from "../../../http/server/answer/replay.ts";
import {
  eventComment,
  eventHeaders,
  formatEvent,
  formatEventId,
} from "../../../http/server/answer/sse-format.ts";
import type { StoredEvent } from "../../../http/server/events/event-store.ts";
import { pageBytes } from "../../../http/server/events/session-events.ts";
import type { Account } from "../../../http/server/limits/client-usage.ts";
import { refuseStream, replyEmpty } from "../../../http/server/replies.ts";
import type {
  HttpServices,
  OpenStream,
} from "../../../http/server/services.ts";
import type { Visit } from "../../../http/server/exchange.ts";

/** Writes events of the store to a client, as fast as it reads. */
export class PageWriter {
  readonly #http: HttpServices;
  readonly #client: Account;
  readonly #visit: Visit;
  readonly #name: string;
  readonly #onEnd: () => void;
  #stream: HttpStream | undefined;
  #open: OpenStream | undefined;
  #stopBeat: (() => void) | undefined;
  #isOver = false;
  #isSilent = true;
  #wake: () => void = () => {};

  /** `onEnd` hears that nothing can be written any more, however that came. */
  constructor(
    http: HttpServices,
    client: Account,
    visit: Visit,
    name: string,
    onEnd: () => void,
  ) {
    this.#http = http;
    this.#client = client;
    this.#visit = visit;
    this.#name = name;
    this.#onEnd = onEnd;
    visit.onGone(() => this.#end());
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether the client has been sent anything. */
  get hasBegun(): boolean {
    return this.#stream !== undefined;
  }

  /** Opens the stream with a text; refuses it where there are too many. */
  begin(text: string): void {
    if (this.#stream || this.#isOver) return;
    const open = this.#http.openStream(this.#client, this.#visit);
    if (!open) {
      this.#end();
      return refuseStream(this.#visit);
    }
    this.#open = open;
    open.onOld = () => this.comeBack();
    this.#stream = this.#visit.open(eventHeaders, text || eventComment);
    this.#stopBeat = this.#http.keepAlive(() => this.#beat());
    // The client may have gone as the stream began.
    if (this.#isOver) this.#release();
  }

  /** Writes events, but for those that the client may not hear any more. Calls back with each that is written. */
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

  /** Ends the connection of a client that is to come back. */
  comeBack(): void {
    if (this.#isOver) return;
    const text = `retry: ${this.#http.options.retryMs}\n\n`;
    const stream = this.#stream;
    this.#end();
    if (stream) stream.end(text);
    else this.#visit.reply(200, eventHeaders, text);
  }

  /** Nothing more comes: without any events there is no reason to come again. */
  complete(): void {
    if (this.#isOver) return;
    const stream = this.#stream;
    this.#end();
    if (stream) stream.end();
    else replyEmpty(this.#visit, 204);
  }

  /** The client goes on over another connection. */
  replaced(): void {
    if (this.#isOver) return;
    const stream = this.#stream;
    this.#end();
    if (stream) dropReader(stream);
    else replyEmpty(this.#visit, 204);
  }

  /** The client cannot have what it asks for: one that has had a part hears so when it comes back. */
  refuse(refuse: (visit: Visit) => void): void {
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
