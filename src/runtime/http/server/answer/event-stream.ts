import type { HttpStream } from "../../shared/request-response.ts";
import { TransportError } from "../../../protocol/errors.ts";
import {
  formatEventId,
  eventComment,
  eventHeaders,
  formatEvent,
} from "./sse-format.ts";
import type { SessionEvents, StreamKind } from "../events/session-events.ts";
import type { ClientUsage } from "../limits/client-usage.ts";
import type { HttpServices, OpenStream } from "../services.ts";
import type { HttpExchange } from "../exchange.ts";
import { disconnect, Replay } from "./replay.ts";

export interface EventStreamOptions {
  /** Whose stream it is. */
  readonly client: ClientUsage;
  /** Where events are kept they have ids, and the client can come back for them. */
  readonly events: SessionEvents | undefined;
  readonly kind: StreamKind;
  /** The scopes that its call needed: who comes back for it needs them, too. */
  readonly needs?: readonly string[];
  /** When there is a comment: at each beat, or where nothing was written since the last. */
  readonly comments: "at each beat" | "in silence";
  /** The event that each message is; by default it has no name. */
  readonly event?: string;
  /** Hears that a client that read is gone. */
  readonly onDisconnect?: (reason: Error) => void;
}

/** Who reads a stream: nobody now, a client, or one that is back and waits for what it missed. */
type Reader = typeof nobody | ConnectedReader | ReplayingReader;

const nobody = { kind: "nobody" } as const;

interface ConnectedReader {
  readonly kind: "reading";
  readonly stream: HttpStream;
  readonly stopBeat: () => void;
  isSilent: boolean;
}

interface ReplayingReader {
  readonly kind: "returning";
  readonly replay: Replay;
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
  /** Where the stream is counted. */
  #open: OpenStream | undefined;
  #last = 0;
  /** Whether the client has an id to come back with. */
  #isPrimed = false;
  #isFinished = false;

  constructor(services: HttpServices, options: EventStreamOptions) {
    this.#services = services;
    this.#options = options;
    this.name = options.events?.name(options.kind) ?? "";
  }

  get needs(): readonly string[] {
    return this.#options.needs ?? [];
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
  reserve(exchange: HttpExchange): boolean {
    this.#open ??= this.#services.openStream(this.#options.client, exchange);
    return this.#open !== undefined;
  }

  /** Counts it out. */
  release(): void {
    this.#open?.close();
    this.#open = undefined;
  }

  /** Begins with the data, if any; false when there are too many streams. */
  start(response: HttpExchange, primes: boolean, data?: string): boolean {
    if (!this.reserve(response)) return false;
    const { retryMs } = this.#services.options;
    const isPrimed = primes && this.#options.events !== undefined;
    const primer = isPrimed ? primingEvent(this.name, retryMs) : "";
    const text = data === undefined ? "" : this.#formatNext(data);
    this.#isPrimed ||= isPrimed;
    this.#connect(response, primer + text);
    return true;
  }

  /** Begins with a text that is an event as a whole; false when there are too many streams. */
  startWith(response: HttpExchange, text: string): boolean {
    if (!this.reserve(response)) return false;
    this.#connect(response, text);
    return true;
  }

  send(data: string): void {
    const text = this.#formatNext(data);
    const reader = this.#reader;
    if (reader.kind === "returning")
      return reader.replay.queueEvent(text, this.#last);
    if (reader.kind !== "reading") return;
    reader.isSilent = false;
    reader.stream.write(text);
  }

  /** Ends the stream, with its last data if there are any. */
  finish(data?: string): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    const text = data === undefined ? "" : this.#formatNext(data);
    this.#options.events?.finish(this.name, this.#last, this.needs);
    const reader = this.#reader;
    if (reader.kind !== "returning") this.#disconnectReader(text);
    else if (data !== undefined) reader.replay.queueEvent(text, this.#last);
  }

  /** Closes the connection of a client that will come back; whether it can. */
  pause(retryMs: number): boolean {
    if (!this.#isPrimed) return false;
    this.#disconnectReader(`retry: ${retryMs}\n\n`);
    return true;
  }

  /** Goes on behind an event of this stream. The newest connection wins. */
  resume(
    response: HttpExchange,
    after: number,
    refuse: () => void,
    onBack: () => void = () => {},
  ): void {
    this.#disconnectReader();
    const { events } = this.#options;
    if (!events) return refuse();
    const replay = new Replay({
      services: this.#services,
      client: this.#options.client,
      events,
      name: this.name,
      after,
      last: this.#last,
      response,
      isComplete: () => this.#isFinished,
      onDone: () => {
        const reader = this.#reader;
        if (reader.kind === "returning" && reader.replay === replay)
          this.#reader = nobody;
      },
      onCaughtUp: (stream, open) => {
        this.#open = open;
        this.#attach(response, stream);
        onBack();
      },
      refuse,
    });
    this.#reader = { kind: "returning", replay };
    replay.start();
  }

  /** Writes to a client that is there, from now on. */
  #connect(response: HttpExchange, text: string): void {
    // A first comment lets client and proxies know at once that the stream is open.
    this.#attach(response, response.open(eventHeaders, text || eventComment));
  }

  #attach(response: HttpExchange, stream: HttpStream): void {
    const stopBeat = this.#services.keepAlive(() => this.#sendKeepAlive());
    const reader: ConnectedReader = {
      kind: "reading",
      stream,
      stopBeat,
      isSilent: false,
    };
    this.#reader = reader;
    if (this.#open) this.#open.onExpire = () => this.#expire(reader);
    response.onDisconnect((reason) => {
      if (this.#reader !== reader) return;
      this.#detach(reader);
      this.#options.onDisconnect?.(reason);
    });
  }

  /** Ends a connection that is as old as one may be: as if it had broken, but whole. */
  #expire(reader: ConnectedReader): void {
    if (this.#reader !== reader) return;
    if (this.pause(this.#services.options.retryMs)) return;
    this.#detach(reader);
    reader.stream.end();
    this.#options.onDisconnect?.(new TransportError("the stream is too old"));
  }

  #sendKeepAlive(): void {
    const reader = this.#reader;
    if (reader.kind !== "reading") return;
    if (reader.isSilent || this.#options.comments === "at each beat")
      reader.stream.write(eventComment);
    reader.isSilent = true;
  }

  /** Ends the connection of whoever reads, with a last text. */
  #disconnectReader(text?: string): void {
    const reader = this.#reader;
    switch (reader.kind) {
      case "nobody":
        return;
      case "reading":
        this.#detach(reader);
        if (text === undefined) disconnect(reader.stream);
        else reader.stream.end(text);
        return;
      case "returning":
        this.#reader = nobody;
        return reader.replay.stop(text);
      default:
        return reader satisfies never;
    }
  }

  /** Nobody reads any more. */
  #detach({ stopBeat }: ConnectedReader): void {
    this.#reader = nobody;
    this.release();
    stopBeat();
  }

  #formatNext(data: string): string {
    const { events, event } = this.#options;
    if (!events)
      return formatEvent(data, event === undefined ? undefined : { event });
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
