import { now } from "../../../time/deadlines.ts";
import { TransportError } from "../../../wire/errors.ts";
import { isObject, type Message } from "../../../wire/message.ts";
import type { ProtocolTable } from "../../../table/protocol-table.ts";
import type { ServerConnection } from "../../../server/create-server.ts";
import type { Receiver, Sink, Transport } from "../../../peer/transport.ts";
import { CallReply, type CallOwner, type Opening } from "../answer/answer.ts";
import { parseEventId } from "../events/event-id.ts";
import type { EventStore } from "../events/event-store.ts";
import type { HttpExchange } from "../../shared/exchange.ts";
import type { HttpHost } from "../services.ts";
import { maxCalls } from "../max-calls.ts";
import { postedKind } from "../posted.ts";
import { refuseCursor, sendRefusal } from "../refusals.ts";
import { replyEmpty } from "../replies.ts";
import { SessionEvents } from "../events/session-events.ts";
import {
  eventsText,
  replyEvents,
  type SessionStream,
} from "../answer/event-stream.ts";
import type { Soon } from "../soon.ts";
import { Standalone } from "./standalone.ts";

export interface SessionSettings {
  readonly host: HttpHost;
  /** Unguessable. */
  readonly id: string;
  /** What the names of its streams begin with. */
  readonly prefix: string;
  readonly principal: string | undefined;
  readonly store: EventStore | undefined;
  readonly maxStreams: number;
  /** Opens the streams of calls that had no answer at hand. */
  readonly soon: Soon<CallReply>;
  /** Hears that the session is over. */
  readonly onClose: (session: HttpSession) => void;
}

/**
 * One client's session: its connection, whose messages come and go over many
 * HTTP requests.
 */
export class HttpSession implements Transport, CallOwner {
  readonly id: string;
  readonly principal: string | undefined;
  readonly host: HttpHost;
  readonly canAnswer = true;
  events: SessionEvents | undefined;
  primes = false;
  /** Whether the client has said that it is ready. */
  isReady = false;
  /** On the clock of `now`. */
  usedAt: number = now();
  readonly #settings: SessionSettings;
  readonly #connection: ServerConnection;
  #receiver: Receiver | undefined;
  /** The revision that was agreed on, once it was. */
  #table: ProtocolTable | undefined;
  #standalone: Standalone | undefined;
  readonly #calls = new Set<CallReply>();
  /** The streams of calls that the client can come back for. */
  readonly #streams = new Map<string, SessionStream>();
  #isClosed = false;

  constructor(settings: SessionSettings) {
    const { host, id, principal } = settings;
    this.#settings = settings;
    this.host = host;
    this.id = id;
    this.principal = principal;
    this.#connection = host.server.connect(this, { lifecycle: "handshake" });
  }

  /** Whether a client waits for something. */
  get isBusy(): boolean {
    if (this.#standalone?.isConnected) return true;
    for (const { isConnected } of this.#calls) if (isConnected) return true;
    return false;
  }

  get revision(): string | undefined {
    return this.#table?.revision;
  }

  /** Somebody uses the session. */
  touch(): void {
    this.usedAt = now();
  }

  start(receiver: Receiver): void {
    this.#receiver = receiver;
  }

  /** Sends what belongs to no call. */
  send(message: Message | readonly Message[]): void {
    if (this.#isClosed || !this.#standalone)
      throw new TransportError("the session is not open");
    this.#standalone.send(message);
  }

  close(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#isClosed = true;
    this.#settings.onClose(this);
    for (const call of this.#calls) call.abandon();
    this.#receiver?.closed();
    this.#standalone?.close();
    this.events?.close();
    return Promise.resolve();
  }

  /** Answers what is in flight, and closes. */
  end(): Promise<void> {
    return this.#connection.end();
  }

  /** Answers the request that opens the session; one that fails closes it. */
  initialize(exchange: HttpExchange, value: unknown): void {
    this.#call(exchange, value, (answer) => {
      if ("result" in answer) return this.#open(answer.result);
      void this.close();
      return {};
    });
  }

  post(exchange: HttpExchange, value: unknown): void {
    const kind = postedKind(value);
    if (kind === "calls" || (Array.isArray(value) && !this.#table?.batches))
      return this.#call(exchange, value);
    if (isObject(value) && value["method"] === "notifications/initialized")
      this.isReady = true;
    this.#receiver?.message(value, this.#sinkOf(exchange));
    if (kind === "notices") return replyEmpty(exchange.response, 202);
    sendRefusal(
      exchange.response,
      400,
      "The answer is not valid JSON-RPC",
      value,
    );
  }

  /** Opens a stream for what belongs to no call, or goes on with any stream. */
  get(exchange: HttpExchange): void {
    const standalone = this.#standalone;
    const last = exchange.request.header("last-event-id");
    // Until the session is open, nobody can know its id.
    if (!standalone) return refuseCursor(exchange.response);
    if (last === undefined) return standalone.open(exchange);
    this.#resume(exchange, standalone, last).catch(this.host.onError);
  }

  streamed(stream: SessionStream): void {
    this.#streams.set(stream.name, stream);
  }

  over(call: CallReply, stream: SessionStream | undefined): void {
    this.#calls.delete(call);
    if (stream) this.#streams.delete(stream.name);
  }

  /** Takes what was agreed on from the answer. */
  #open({ protocolVersion }: { readonly protocolVersion?: unknown }): {
    readonly "mcp-session-id": string;
  } {
    const { host, prefix, store, maxStreams } = this.#settings;
    const { revisions } = host.server;
    this.#table = revisions.find(
      ({ revision }) => revision === protocolVersion,
    );
    const facts = this.#table?.facts ?? [];
    if (store && facts.includes("resumption"))
      this.events = new SessionEvents(prefix, store, host.onError);
    this.primes = this.events !== undefined && facts.includes("stream-priming");
    const { events, primes } = this;
    this.#standalone = new Standalone({ host, events, primes, maxStreams });
    return { "mcp-session-id": this.id };
  }

  #call(exchange: HttpExchange, value: unknown, opening?: Opening): void {
    if (this.#calls.size >= maxCalls)
      return sendRefusal(
        exchange.response,
        429,
        "Too many requests at once",
        value,
      );
    const call = new CallReply(this, exchange, value, opening);
    this.#receiver?.message(value, call);
    if (call.isOver) return;
    this.#calls.add(call);
    this.#settings.soon.add(call);
  }

  /** Where the handler of a notification tells the client something. */
  #sinkOf({ principal, auth }: HttpExchange): Sink {
    return { send: (message) => this.send(message), principal, auth };
  }

  async #resume(
    exchange: HttpExchange,
    standalone: Standalone,
    id: string,
  ): Promise<void> {
    const { events } = this;
    const { response } = exchange;
    const cursor = parseEventId(id);
    if (!events || !cursor) return refuseCursor(response);
    const { stream, sequence } = cursor;
    if (events.isStandalone(stream))
      return standalone.resume(exchange, stream, sequence);
    const refuse = (): void => refuseCursor(response);
    const live = this.#streams.get(stream);
    if (live) return live.resume(response, sequence, refuse);
    const last = events.lastOf(stream);
    if (last === undefined) return refuse();
    const missed = await events.read(stream, sequence, last);
    if (missed) replyEvents(response, eventsText(stream, missed));
    else refuse();
  }
}
