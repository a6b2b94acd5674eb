import { formatEventId } from "../events/event-id.ts";
import { eventHeaders, formatEvent } from "./event-text.ts";
import type { HttpResponse } from "../../shared/exchange.ts";
import type { HttpHost } from "../services.ts";
import { OpenStream } from "../events/open-stream.ts";
import { refuseStream } from "../refusals.ts";
import { replyEmpty } from "../replies.ts";
import type {
  Events,
  SessionEvents,
  StreamKind,
} from "../events/session-events.ts";

/** A client that came back, while the store is asked for what it missed. */
interface Return {
  readonly response: HttpResponse;
  /** What came up meanwhile. */
  late: string;
}

/**
 * A stream of events whose client may come and go: where events are kept, they
 * have ids, and the client can come back for those that it missed.
 */
export class SessionStream {
  /** Empty where no events are kept. */
  readonly name: string;
  readonly #host: HttpHost;
  readonly #events: SessionEvents | undefined;
  #last = 0;
  /** Whether the client has an id to come back with. */
  #isPrimed = false;
  #isFinished = false;
  #open: OpenStream | undefined;
  #return: Return | undefined;

  constructor(
    host: HttpHost,
    events: SessionEvents | undefined,
    kind: StreamKind,
  ) {
    this.#host = host;
    this.#events = events;
    this.name = events?.name(kind) ?? "";
  }

  /** Whether there is a client that reads. */
  get isConnected(): boolean {
    return this.#open?.isOpen === true || this.#return !== undefined;
  }

  /** Whether the client can come back. */
  get canReturn(): boolean {
    return this.#isPrimed;
  }

  /** Begins with the data, if any; false when there are too many streams. */
  start(response: HttpResponse, primes: boolean, data?: string): boolean {
    const release = this.#host.openStream();
    if (!release) return false;
    const { retryMs } = this.#host.options;
    const isPrimed = primes && this.#events !== undefined;
    const primer = isPrimed ? primingEvent(this.name, retryMs) : "";
    const text = data === undefined ? "" : this.#event(data);
    this.#isPrimed ||= isPrimed;
    this.#open = new OpenStream(this.#host, response, primer + text, release);
    return true;
  }

  send(data: string): void {
    const text = this.#event(data);
    if (this.#return) this.#keep(this.#return, text);
    else this.#open?.write(text);
  }

  /** Ends the stream, with its last data if there are any. */
  finish(data?: string): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    const text = data === undefined ? "" : this.#event(data);
    this.#events?.finish(this.name, this.#last);
    if (this.#return) this.#keep(this.#return, text);
    this.#open?.end(text);
    this.#open = undefined;
  }

  /** Closes the connection of a client that will come back; whether it can. */
  pause(retryMs: number): boolean {
    if (!this.#isPrimed) return false;
    this.#leave(`retry: ${retryMs}\n\n`);
    return true;
  }

  /** Goes on behind an event of this stream. The newest connection wins. */
  async resume(
    response: HttpResponse,
    after: number,
    refuse: () => void,
  ): Promise<void> {
    this.#leave();
    const events = this.#events;
    if (!events) return refuse();
    const back: Return = { response, late: "" };
    this.#return = back;
    response.onGone(() => {
      if (this.#return === back) this.#return = undefined;
    });
    const missed = await events.read(this.name, after, this.#last);
    if (this.#return !== back) return;
    this.#return = undefined;
    if (!missed) return refuse();
    const text = eventsText(this.name, missed) + back.late;
    if (this.#isFinished) return replyEvents(response, text);
    const release = this.#host.openStream();
    if (!release) return refuseStream(response);
    this.#open = new OpenStream(this.#host, response, text, release);
  }

  /** A client for which too much comes up has to come again. */
  #keep(back: Return, text: string): void {
    back.late += text;
    const { maxBufferedBytes } = this.#host.options;
    if (back.late.length <= maxBufferedBytes) return;
    this.#return = undefined;
    refuseStream(back.response);
  }

  #leave(text?: string): void {
    const back = this.#return;
    this.#return = undefined;
    // Without a text there is no reason to come again.
    if (back && text === undefined) replyEmpty(back.response, 204);
    else back?.response.reply(200, eventHeaders, text);
    this.#open?.end(text);
    this.#open = undefined;
  }

  #event(data: string): string {
    if (!this.#events) return formatEvent(data);
    const sequence = ++this.#last;
    this.#isPrimed = true;
    this.#events.append(this.name, { sequence, data });
    return formatEvent(data, { id: formatEventId(this.name, sequence) });
  }
}

/** What a client gets first: an id to come back with, should nothing else come. */
export function primingEvent(stream: string, retryMs: number): string {
  return formatEvent("", { id: formatEventId(stream, 0), retry: retryMs });
}

export function eventsText(stream: string, events: Events): string {
  return events
    .map(({ sequence, data }) =>
      formatEvent(data, { id: formatEventId(stream, sequence) }),
    )
    .join("");
}

/** The rest of a stream that is complete. Without any there is no reason to come again. */
export function replyEvents(response: HttpResponse, text: string): void {
  if (text === "") replyEmpty(response, 204);
  else response.reply(200, eventHeaders, text);
}
