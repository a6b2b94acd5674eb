import type {
  HttpResponse,
  HttpStream,
} from "../../shared/request-response.ts";
import { formatEventId } from "../events/event-id.ts";
import type {
  Events,
  SessionEvents,
  StreamKind,
} from "../events/session-events.ts";
import type { Account } from "../kept/account.ts";
import { refuseStream } from "../refusals.ts";
import { replyEmpty } from "../replies.ts";
import type { HttpServices } from "../services.ts";
import { eventComment, eventHeaders, formatEvent } from "./event-text.ts";

export interface EventStreamOptions {
  /** Whose stream it is. */
  readonly client: Account;
  /** Where events are kept they have ids, and the client can come back for them. */
  readonly events: SessionEvents | undefined;
  readonly kind: StreamKind;
  /** When there is a comment: at each beat, or where nothing was written since the last. */
  readonly comments: "at each beat" | "in silence";
  /** The event that each message is; by default it has no name. */
  readonly event?: string;
  /** Hears that a client that read is gone. */
  readonly onGone?: (reason: Error) => void;
}

/** Who reads a stream: nobody now, a client, or one that is back and waits for what it missed. */
type Reader = typeof nobody | Reading | Returning;

const nobody = { kind: "nobody" } as const;

interface Reading {
  readonly kind: "reading";
  readonly stream: HttpStream;
  readonly stopBeat: () => void;
  isSilent: boolean;
}

interface Returning {
  readonly kind: "returning";
  readonly response: HttpResponse;
  /** What came up meanwhile. */
  late: string;
}

/**
 * A stream of events whose client may come and go, until it is finished. While
 * somebody reads it is counted, and never silent for long.
 */
export class EventStream {
  /** Empty where no events are kept. */
  readonly name: string;
  readonly #services: HttpServices;
  readonly #options: EventStreamOptions;
  #reader: Reader = nobody;
  /** Counts the stream out. */
  #release: (() => void) | undefined;
  #last = 0;
  /** Whether the client has an id to come back with. */
  #isPrimed = false;
  #isFinished = false;

  constructor(services: HttpServices, options: EventStreamOptions) {
    this.#services = services;
    this.#options = options;
    this.name = options.events?.name(options.kind) ?? "";
  }

  /** Whether there is a client that reads, or is about to. */
  get isConnected(): boolean {
    return this.#reader.kind !== "nobody";
  }

  /** Whether the client can come back. */
  get canReturn(): boolean {
    return this.#isPrimed;
  }

  /** Counts the stream in before it starts; false when there are too many. */
  reserve(): boolean {
    this.#release ??= this.#services.openStream(this.#options.client);
    return this.#release !== undefined;
  }

  /** Counts it out. */
  release(): void {
    this.#release?.();
    this.#release = undefined;
  }

  /** Begins with the data, if any; false when there are too many streams. */
  start(response: HttpResponse, primes: boolean, data?: string): boolean {
    if (!this.reserve()) return false;
    const { retryMs } = this.#services.options;
    const isPrimed = primes && this.#options.events !== undefined;
    const primer = isPrimed ? primingEvent(this.name, retryMs) : "";
    const text = data === undefined ? "" : this.#event(data);
    this.#isPrimed ||= isPrimed;
    this.#read(response, primer + text);
    return true;
  }

  /** Begins with a text that is an event as a whole; false when there are too many streams. */
  startWith(response: HttpResponse, text: string): boolean {
    if (!this.reserve()) return false;
    this.#read(response, text);
    return true;
  }

  send(data: string): void {
    const text = this.#event(data);
    const reader = this.#reader;
    if (reader.kind === "returning") return this.#keep(reader, text);
    if (reader.kind !== "reading") return;
    reader.isSilent = false;
    reader.stream.write(text);
  }

  /** Ends the stream, with its last data if there are any. */
  finish(data?: string): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    const text = data === undefined ? "" : this.#event(data);
    this.#options.events?.finish(this.name, this.#last);
    const reader = this.#reader;
    if (reader.kind === "returning") this.#keep(reader, text);
    else this.#dismiss(text);
  }

  /** Closes the connection of a client that will come back; whether it can. */
  pause(retryMs: number): boolean {
    if (!this.#isPrimed) return false;
    this.#dismiss(`retry: ${retryMs}\n\n`);
    return true;
  }

  /** Goes on behind an event of this stream. The newest connection wins. */
  async resume(
    response: HttpResponse,
    after: number,
    refuse: () => void,
  ): Promise<void> {
    this.#dismiss();
    const { events } = this.#options;
    if (!events) return refuse();
    const reader: Returning = { kind: "returning", response, late: "" };
    this.#reader = reader;
    response.onGone(() => {
      if (this.#reader === reader) this.#reader = nobody;
    });
    const missed = await events.read(this.name, after, this.#last);
    if (this.#reader !== reader) return;
    this.#reader = nobody;
    if (!missed) return refuse();
    const text = eventsText(this.name, missed) + reader.late;
    if (this.#isFinished) return replyEvents(response, text);
    if (this.reserve()) this.#read(response, text);
    else refuseStream(response);
  }

  /** Writes to a client that is there, from now on. */
  #read(response: HttpResponse, text: string): void {
    const stopBeat = this.#services.keepAlive(() => this.#beat());
    // A first comment lets client and proxies know at once that the stream is open.
    const stream = response.open(eventHeaders, text || eventComment);
    const reader: Reading = {
      kind: "reading",
      stream,
      stopBeat,
      isSilent: false,
    };
    this.#reader = reader;
    response.onGone((reason) => {
      if (this.#reader !== reader) return;
      this.#stop(reader);
      this.#options.onGone?.(reason);
    });
  }

  #beat(): void {
    const reader = this.#reader;
    if (reader.kind !== "reading") return;
    if (reader.isSilent || this.#options.comments === "at each beat")
      reader.stream.write(eventComment);
    reader.isSilent = true;
  }

  /** Ends the connection of whoever reads, with a last text. */
  #dismiss(text?: string): void {
    const reader = this.#reader;
    switch (reader.kind) {
      case "nobody":
        return;
      case "reading":
        this.#stop(reader);
        return reader.stream.end(text);
      case "returning":
        this.#reader = nobody;
        // Without a text there is no reason to come again.
        return text === undefined
          ? replyEmpty(reader.response, 204)
          : reader.response.reply(200, eventHeaders, text);
      default:
        return reader satisfies never;
    }
  }

  /** Nobody reads any more. */
  #stop({ stopBeat }: Reading): void {
    this.#reader = nobody;
    this.release();
    stopBeat();
  }

  /** A client for which too much comes up has to come again. */
  #keep(reader: Returning, text: string): void {
    reader.late += text;
    const { maxBufferedBytes } = this.#services.options;
    if (reader.late.length <= maxBufferedBytes) return;
    this.#reader = nobody;
    refuseStream(reader.response);
  }

  #event(data: string): string {
    const { events, event } = this.#options;
    if (!events)
      return formatEvent(data, event === undefined ? event : { event });
    const sequence = ++this.#last;
    this.#isPrimed = true;
    events.append(this.name, { sequence, data });
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
