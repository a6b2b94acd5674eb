import { now } from "../../../protocol/timers/deadlines.ts";
import { TransportError } from "../../../protocol/errors.ts";
import { isObject } from "../../../protocol/message.ts";
import type { ProtocolTable } from "../../../protocol/revision/protocol-table.ts";
import type { ServerConnection } from "../../../server/create-server.ts";
import { watchSession } from "../../../peer/intercept/sessions.ts";
import type { SessionEnd } from "../../../peer/interceptor.ts";
import type { MemoryBudget } from "../../../server/memory-budget.ts";
import type { Receiver, Sink, Transport } from "../../../peer/transport.ts";
import type { Viewer } from "../../../protocol/viewer.ts";
import { PostResponse, type OnSessionOpen } from "../answer/post-response.ts";
import type { EventStream } from "../answer/event-stream.ts";
import {
  type PendingResponse,
  type ResponsePolicy,
  type OutgoingMessages,
  sessionPolicy,
  type ResponseOwner,
} from "../answer/policies.ts";
import { Replay } from "../answer/replay.ts";
import { parseEventId } from "../answer/sse-format.ts";
import type { EventStore } from "../events/event-store.ts";
import { SessionEvents } from "../events/session-events.ts";
import type {
  ClientUsage,
  EvictableSession,
  MemoryReservation,
} from "../limits/client-usage.ts";
import { retainExchange } from "../limits/memory-limiter.ts";
import { maxCalls, type HttpServices } from "../services.ts";
import type { Posted } from "../posted.ts";
import {
  refusalOfChallenge,
  sendUnknownEvent,
  sendRefusal,
  replyEmpty,
} from "../replies.ts";
import type { MicroBatcher } from "../answer/micro-batcher.ts";
import type { HttpExchange } from "../exchange.ts";
import { StandaloneStreams } from "./standalone-streams.ts";

export interface SessionSettings {
  readonly services: HttpServices;
  /** Unguessable. */
  readonly id: string;
  /** What the names of its streams begin with. */
  readonly prefix: string;
  /** Who opens it. */
  readonly viewer: Viewer;
  /** What is kept of it. */
  readonly reservation: MemoryReservation;
  readonly memory: MemoryBudget;
  readonly store: EventStore | undefined;
  readonly maxStreams: number;
  /** Opens the streams of calls that had no answer at hand. */
  readonly soon: MicroBatcher;
  /** Hears that the session is over. */
  readonly onClose: (session: HttpSession) => void;
}

/**
 * One client's session: its connection, whose messages come and go over many
 * HTTP requests.
 */
export class HttpSession implements Transport, ResponseOwner, EvictableSession {
  readonly via = "http";
  readonly id: string;
  /** Whose it is, as the newest request tells: what was granted may have shrunk. */
  viewer: Viewer;
  /** Whose it is, as its bounds count. */
  readonly client: ClientUsage;
  events: SessionEvents | undefined;
  sendsPrimingEvent = false;
  /** Whether the client has said that it is ready. */
  isReady = false;
  /** On the clock of `now`. */
  usedAt: number = now();
  readonly #settings: SessionSettings;
  readonly #connection: ServerConnection;
  readonly #answers: ResponsePolicy;
  #receiver: Receiver | undefined;
  /** The revision that was agreed on, once it was. */
  #table: ProtocolTable | undefined;
  #standalone: StandaloneStreams | undefined;
  readonly #calls = new Set<PendingResponse>();
  /** The streams of calls that the client can come back for. */
  readonly #streams = new Map<string, EventStream>();
  #isClosed = false;
  /** Why it ends. */
  #end: SessionEnd = "closed";

  constructor(settings: SessionSettings) {
    const { services, id, viewer, reservation, memory } = settings;
    this.#settings = settings;
    this.id = id;
    this.viewer = viewer;
    this.client = reservation.client;
    this.#answers = sessionPolicy(services, this);
    this.#connection = services.server.connect(this, {
      lifecycle: "handshake",
      maxBatch: services.options.maxBatch,
      memory,
      session: {
        principal: viewer.principal,
        client: reservation.client.key,
        end: () => this.#end,
        watch: watchSession,
      },
    });
  }

  /** Whether a client waits for something. */
  get isBusy(): boolean {
    if (this.#standalone?.isConnected) return true;
    for (const { isConnected } of this.#calls) if (isConnected) return true;
    return false;
  }

  get keptBytes(): number {
    return this.#settings.reservation.bytes;
  }

  get revision(): string | undefined {
    return this.#table?.revision;
  }

  /** Somebody uses the session. */
  markUsed({ viewer }: HttpExchange): void {
    this.viewer = viewer;
    this.usedAt = now();
  }

  start(receiver: Receiver): void {
    this.#receiver = receiver;
  }

  /** Sends what belongs to no call. */
  send(message: OutgoingMessages): void {
    if (this.#isClosed || !this.#standalone)
      throw new TransportError("the session is not open");
    this.#standalone.send(message);
  }

  evict(): void {
    this.finish("displaced");
  }

  /** Closes, and lets it be known why. */
  finish(why: SessionEnd): void {
    if (!this.#isClosed) this.#end = why;
    void this.close();
  }

  close(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#isClosed = true;
    this.#settings.onClose(this);
    for (const call of this.#calls)
      call.abandon((exchange) =>
        sendRefusal(exchange, 404, "The session is over"),
      );
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
  initialize(exchange: HttpExchange, posted: Posted): void {
    this.#call(exchange, posted, (answer) => {
      if ("result" in answer) return this.#open(answer.result);
      void this.close();
      return {};
    });
  }

  post(exchange: HttpExchange, posted: Posted): void {
    const { kind, expects, value, received } = posted;
    if (expects === "calls" || (kind === "batch" && !this.#table?.batches))
      return this.#call(exchange, posted);
    if (isInitialized(value)) this.isReady = true;
    this.#receiver?.message(value, this.#sinkOf(exchange, value), received);
    if (expects === "notices") return replyEmpty(exchange, 202);
    sendRefusal(exchange, 400, "The answer is not valid JSON-RPC", posted);
  }

  /** Opens a stream for what belongs to no call, or goes on with any stream. */
  get(exchange: HttpExchange): void {
    const standalone = this.#standalone;
    const last = exchange.header("last-event-id");
    // Until the session is open, nobody can know its id.
    if (!standalone) return sendUnknownEvent(exchange);
    if (last === undefined) return standalone.open(exchange);
    this.#resume(exchange, standalone, last);
  }

  onStreamOpen(stream: EventStream): void {
    this.#streams.set(stream.name, stream);
  }

  onEnd(answer: PendingResponse, stream: EventStream | undefined): void {
    this.#calls.delete(answer);
    if (stream) this.#streams.delete(stream.name);
  }

  /** Takes what was agreed on from the answer. */
  #open({ protocolVersion }: { readonly protocolVersion?: unknown }): {
    readonly "mcp-session-id": string;
  } {
    const { services, prefix, store, maxStreams, memory } = this.#settings;
    const { revisions } = services.server;
    this.#table = revisions.find(
      ({ revision }) => revision === protocolVersion,
    );
    const facts = this.#table?.facts ?? [];
    if (store && facts.includes("resumption"))
      this.events = new SessionEvents(
        prefix,
        store,
        services.onError,
        this.client.key,
      );
    this.sendsPrimingEvent =
      this.events !== undefined && facts.includes("stream-priming");
    const { events, sendsPrimingEvent } = this;
    this.#standalone = new StandaloneStreams({
      services,
      client: this.client,
      memory,
      events,
      primes: sendsPrimingEvent,
      maxStreams,
    });
    return { "mcp-session-id": this.id };
  }

  #call(exchange: HttpExchange, posted: Posted, opening?: OnSessionOpen): void {
    if (this.#calls.size >= maxCalls)
      return sendRefusal(exchange, 429, "Too many requests at once", posted);
    const answer = new PostResponse(this.#answers, exchange, posted, opening);
    this.#receiver?.message(posted.value, answer, posted.received);
    if (answer.afterDelivery(this.#settings.soon)) this.#calls.add(answer);
  }

  /** Where the handler of a notification tells the client something. */
  #sinkOf(exchange: HttpExchange, value: unknown): Sink {
    const send: Sink["send"] = (message) => this.send(message);
    return {
      ...retainExchange(this.#settings.services, exchange, value),
      send,
    };
  }

  #resume(
    exchange: HttpExchange,
    standalone: StandaloneStreams,
    id: string,
  ): void {
    const { events } = this;
    const { services } = this.#settings;
    const cursor = parseEventId(id);
    if (!events || !cursor) return sendUnknownEvent(exchange);
    const { stream: name, sequence: after } = cursor;
    if (events.isStandalone(name))
      return standalone.resume(exchange, name, after);
    const refuse = (): void => sendUnknownEvent(exchange);
    const live = this.#streams.get(name);
    const past = events.finished(name);
    // What was granted may have shrunk since the call.
    const { needs = [] } = live ?? past ?? {};
    const lack = exchange.viewer.permit?.lacks(needs);
    if (lack) {
      const { status, reason, headers } = refusalOfChallenge(lack);
      return sendRefusal(exchange, status, reason, undefined, headers);
    }
    if (live) return live.resume(exchange, after, refuse);
    if (!past) return refuse();
    new Replay({
      services,
      client: this.client,
      events,
      name,
      after,
      last: past.last,
      response: exchange,
      isComplete: () => true,
      onDone: () => {},
      onCaughtUp: () => {},
      refuse,
    }).start();
  }
}

/** Whether a client says that it is ready, as far as it can be read. */
function isInitialized(value: unknown): boolean {
  return isObject(value) && value["method"] === "notifications/initialized";
}
