import { toError, TransportError } from "../../../protocol/errors.ts";
import type { HttpStream } from "../../shared/request-response.ts";
import type { StoredEvent } from "../events/event-store.ts";
import {
  formatEventId,
  eventComment,
  eventHeaders,
  formatEvent,
} from "./sse-format.ts";
import { pageBytes, type SessionEvents } from "../events/session-events.ts";
import type { Account } from "../limits/client-usage.ts";
import { refuseStream, replyEmpty } from "../replies.ts";
import type { HttpServices, OpenStream } from "../services.ts";
import type { Visit } from "../exchange.ts";

export interface ReplayOptions {
  readonly services: HttpServices;
  /** Whose stream it is. */
  readonly client: Account;
  readonly events: SessionEvents;
  /** The stream's name. */
  readonly name: string;
  /** The client has all until this event. */
  readonly after: number;
  /** The stream's last event, so far. */
  readonly last: number;
  readonly response: Visit;
  /** Whether nothing comes up behind it any more. */
  isComplete(): boolean;
  /** Hears that it is over, however it ended. */
  over(): void;
  /** Goes on where the client has all there is, and there will be more. */
  goOn(stream: HttpStream, open: OpenStream): void;
  /** Answers a client that cannot have what it missed. */
  refuse(): void;
}

/**
 * What a client missed of a stream, on its way from the store: page by page, as
 * fast as the client reads. Of one stream there is one at a time, the newest;
 * it is counted among the open streams.
 */
export class Replay {
  readonly #options: ReplayOptions;
  /** The client has been sent all until this event. */
  #at: number;
  /** The last event that has to be had from the store. */
  #last: number;
  /** What came up behind that one. */
  #late = "";
  #stream: HttpStream | undefined;
  #open: OpenStream | undefined;
  #stopBeat: (() => void) | undefined;
  #isOver = false;
  #wake: () => void = () => {};

  constructor(options: ReplayOptions) {
    this.#options = options;
    this.#at = options.after;
    this.#last = options.last;
  }

  start(): void {
    const { services, events, name, response } = this.#options;
    response.onGone(() => this.#end());
    events.replaying(name, this);
    this.#run().catch((error: unknown) => {
      services.onError(toError(error));
      this.#fail();
    });
  }

  /** Takes an event that comes up meanwhile. A little of it is kept: the store has it, too. */
  keep(text: string, sequence: number): void {
    const { services, response } = this.#options;
    const { maxBufferedBytes } = services.options;
    this.#late += text;
    const isMuch = this.#late.length > maxBufferedBytes;
    if (this.#stream && (isMuch || this.#late.length > pageBytes)) {
      this.#late = "";
      this.#last = sequence;
    } else if (isMuch) {
      this.#end();
      refuseStream(response);
    }
  }

  /** Ends it: another goes on, or nobody. Without a text there is no reason to come again. */
  stop(text?: string): void {
    if (this.#isOver) return;
    const { response } = this.#options;
    const stream = this.#stream;
    this.#end();
    if (!stream && text === undefined) replyEmpty(response, 204);
    else if (!stream) response.reply(200, eventHeaders, text);
    else if (text !== undefined) stream.end(text);
    else dropReader(stream);
  }

  /** The session is over: it ends with what is at hand. */
  close(): void {
    if (!this.#stream) return this.stop();
    this.stop(this.#at === this.#last ? this.#late : "");
  }

  async #run(): Promise<void> {
    // Of two that come at once, the older has not begun yet.
    await undefined;
    while (!this.#isOver) {
      // A place that is not there yet is read, too, and not found.
      if (this.#at !== this.#last) await this.#page();
      else if (!this.#options.isComplete()) return this.#goOn();
      else if (this.#late === "") return this.#complete();
      else await this.#write(this.#takeLate());
    }
  }

  async #page(): Promise<void> {
    const { events, name, response, services } = this.#options;
    const { permit } = response.viewer;
    const isWanted = (): boolean => !this.#isOver;
    const page = await events.read(name, this.#at, this.#last, isWanted);
    if (this.#isOver) return;
    if (!page) return this.#fail();
    let text = "";
    // A store may give more than it was asked for.
    for (const event of page) {
      this.#at = event.sequence;
      // What was granted may have shrunk since it was told.
      if (
        permit &&
        !(await permit.mayHear(event.data, services.server.offered))
      )
        continue;
      text += this.#format(event);
      if (text.length < pageBytes) continue;
      await this.#write(text);
      if (this.#isOver) return;
      text = "";
    }
    if (text !== "") await this.#write(text);
  }

  #format({ sequence, data }: StoredEvent): string {
    return formatEvent(data, {
      id: formatEventId(this.#options.name, sequence),
    });
  }

  /** Writes, and waits until the client has read. */
  async #write(text: string): Promise<void> {
    const stream = this.#begin(text);
    if (!stream || this.#isOver) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      stream.onDrain(resolve);
    });
  }

  /** Opens the stream with its first text, or writes to it; undefined when there are too many. */
  #begin(text: string): HttpStream | undefined {
    const { services, client, response } = this.#options;
    if (this.#stream) {
      if (text !== "") this.#stream.write(text);
      return this.#stream;
    }
    const open = services.openStream(client, response);
    if (!open) {
      this.#end();
      refuseStream(response);
      return undefined;
    }
    open.onOld = () => this.stop(`retry: ${services.options.retryMs}\n\n`);
    this.#open = open;
    const stream = response.open(eventHeaders, text || eventComment);
    // The client may have gone by now.
    if (this.#isOver) return undefined;
    this.#stopBeat = services.keepAlive(() => {
      if (stream.waiting === 0) stream.write(eventComment);
    });
    return (this.#stream = stream);
  }

  #takeLate(): string {
    const late = this.#late;
    this.#late = "";
    return late;
  }

  #goOn(): void {
    const stream = this.#begin(this.#takeLate());
    const open = this.#open;
    if (!stream || !open) return;
    this.#open = undefined;
    this.#end();
    this.#options.goOn(stream, open);
  }

  #complete(): void {
    const stream = this.#stream;
    this.#end();
    // Without any events there is no reason to come again.
    if (stream) stream.end();
    else replyEmpty(this.#options.response, 204);
  }

  /** Some of it is lost: a client that has had a part hears so when it comes back. */
  #fail(): void {
    const stream = this.#stream;
    this.#end();
    if (stream) stream.end();
    else this.#options.refuse();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#late = "";
    this.#open?.close();
    this.#stopBeat?.();
    const { events, name, over } = this.#options;
    events.replayed(name, this);
    over();
    this.#wake();
  }
}

/** Ends the connection of a client that goes on over another: what it has not read is not kept for it. */
export function dropReader(stream: HttpStream): void {
  if (stream.waiting === 0) stream.end();
  else stream.cut(new TransportError("the client came back elsewhere"));
}
