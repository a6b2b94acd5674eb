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
import type { ClientUsage } from "../limits/client-usage.ts";
import { sendTooManyStreams, replyEmpty } from "../replies.ts";
import type { HttpServices, OpenStream } from "../services.ts";
import type { HttpExchange } from "../exchange.ts";

export interface ReplayOptions {
  readonly services: HttpServices;
  /** Whose stream it is. */
  readonly client: ClientUsage;
  readonly events: SessionEvents;
  /** The stream's name. */
  readonly name: string;
  /** The client has all until this event. */
  readonly after: number;
  /** The stream's last event, so far. */
  readonly last: number;
  readonly response: HttpExchange;
  /** Whether nothing comes up behind it any more. */
  isComplete(): boolean;
  /** Hears that it is over, however it ended. */
  onDone(): void;
  /** Goes on where the client has all there is, and there will be more. */
  onCaughtUp(stream: HttpStream, open: OpenStream): void;
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
  #queued = "";
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
    response.onDisconnect(() => this.#end());
    events.startReplay(name, this);
    this.#run().catch((error: unknown) => {
      services.onError(toError(error));
      this.#fail();
    });
  }

  /** Takes an event that comes up meanwhile. A little of it is kept: the store has it, too. */
  queueEvent(text: string, sequence: number): void {
    const { services, response } = this.#options;
    const { maxBufferedBytes } = services.options;
    this.#queued += text;
    const isMuch = this.#queued.length > maxBufferedBytes;
    if (this.#stream && (isMuch || this.#queued.length > pageBytes)) {
      this.#queued = "";
      this.#last = sequence;
    } else if (isMuch) {
      this.#end();
      sendTooManyStreams(response);
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
    else disconnect(stream);
  }

  /** The session is over: it ends with what is at hand. */
  close(): void {
    if (!this.#stream) return this.stop();
    this.stop(this.#at === this.#last ? this.#queued : "");
  }

  async #run(): Promise<void> {
    // Of two that come at once, the older has not begun yet.
    await undefined;
    while (!this.#isOver) {
      // A place that is not there yet is read, too, and not found.
      if (this.#at !== this.#last) await this.#page();
      else if (!this.#options.isComplete()) return this.#handOver();
      else if (this.#queued === "") return this.#complete();
      else await this.#write(this.#takeQueued());
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
      sendTooManyStreams(response);
      return undefined;
    }
    open.onExpire = () => this.stop(`retry: ${services.options.retryMs}\n\n`);
    this.#open = open;
    const stream = response.open(eventHeaders, text || eventComment);
    // The client may have gone by now.
    if (this.#isOver) return undefined;
    this.#stopBeat = services.keepAlive(() => {
      if (stream.waiting === 0) stream.write(eventComment);
    });
    return (this.#stream = stream);
  }

  #takeQueued(): string {
    const late = this.#queued;
    this.#queued = "";
    return late;
  }

  #handOver(): void {
    const stream = this.#begin(this.#takeQueued());
    const open = this.#open;
    if (!stream || !open) return;
    this.#open = undefined;
    this.#end();
    this.#options.onCaughtUp(stream, open);
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
    this.#queued = "";
    this.#open?.close();
    this.#stopBeat?.();
    const { events, name, onDone } = this.#options;
    events.endReplay(name, this);
    onDone();
    this.#wake();
  }
}

/** Ends the connection of a client that goes on over another: what it has not read is not kept for it. */
export function disconnect(stream: HttpStream): void {
  if (stream.waiting === 0) stream.end();
  else stream.destroy(new TransportError("the client came back elsewhere"));
}
