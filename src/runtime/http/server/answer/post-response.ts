import type { Viewer } from "../../../protocol/viewer.ts";
import type { HttpHeaders } from "../../shared/request-response.ts";
import {
  formatEventId,
  eventHeaders,
  formatEvent,
  jsonHeaders,
} from "./sse-format.ts";
import type { Posted } from "../posted.ts";
import type { PendingAnswer, MicroBatcher } from "./micro-batcher.ts";
import type { HttpExchange } from "../exchange.ts";
import { EventStream, primingEvent } from "./event-stream.ts";
import type {
  PendingResponse,
  ResponsePolicy,
  OutgoingMessages,
} from "./policies.ts";

/**
 * How far the answer to one POST is:
 *
 *     waiting ─┬────────────────▶ over   the answer was all: JSON, or a stream at once
 *              ├─▶ streaming ───▶ over   something came before it, or it took long
 *              └─▶ lost ────────▶ over   the client has gone, and the work goes on
 */
type State = "waiting" | "streaming" | "lost" | "over";

/** Hears the answer that opens a session; the headers go with it. */
export type OnSessionOpen = (answer: OutgoingMessages) => HttpHeaders;

/** The answer to one POST of requests. */
export class PostResponse implements PendingResponse, PendingAnswer {
  readonly exclusive: boolean;
  readonly #policy: ResponsePolicy;
  readonly #exchange: HttpExchange;
  readonly #posted: Posted;
  /** Such an answer is the first message. */
  readonly #opening: OnSessionOpen | undefined;
  #state: State = "waiting";
  #stream: EventStream | undefined;
  #stopWaiting: (() => void) | undefined;
  #disconnectReason: Error | undefined;

  /** `posted` is what is answered. */
  constructor(
    policy: ResponsePolicy,
    exchange: HttpExchange,
    posted: Posted,
    opening?: OnSessionOpen,
  ) {
    this.exclusive = policy.exclusive;
    this.#policy = policy;
    this.#exchange = exchange;
    this.#posted = posted;
    this.#opening = opening;
  }

  get viewer(): Viewer {
    return this.#exchange.viewer;
  }

  /** Whether there is a client that waits for the answer. */
  get isConnected(): boolean {
    return this.#state === "streaming"
      ? this.#stream?.isConnected === true
      : this.#state === "waiting";
  }

  hold(): void {
    this.#policy.services.limiter.retain(this.#exchange);
  }

  letGo(): void {
    this.#policy.services.limiter.releaseOne(this.#exchange);
  }

  send(message: OutgoingMessages): void {
    if (this.#state === "over") return this.#policy.onAfterResponse(message);
    const data = JSON.stringify(message);
    if (Array.isArray(message) || !("method" in message))
      this.#finish(message, data);
    else if (!this.#sendOnStream("id" in message, data))
      this.#policy.onUndeliverable(message);
  }

  /** The server has dropped the requests. */
  unanswered(): void {
    this.abandon((exchange) =>
      this.#policy.onUnanswered(exchange, this.#posted),
    );
  }

  /** Ends without an answer: a client that has no stream is told so. */
  abandon(refuse: (exchange: HttpExchange) => void): void {
    const state = this.#state;
    if (state === "over") return;
    this.#end();
    if (state === "waiting") refuse(this.#exchange);
    else this.#stream?.finish();
  }

  closeStream(retryMs?: number): boolean {
    const { sendsPrimingEvent, services } = this.#policy;
    if (this.#state === "over" || this.#opening || !sendsPrimingEvent)
      return false;
    const isSound = Number.isSafeInteger(retryMs) && Number(retryMs) >= 0;
    const retry = isSound ? Number(retryMs) : services.options.retryMs;
    this.#openStream();
    return this.#stream?.pause(retry) ?? false;
  }

  /** Makes sure of a stream, if there may be one more. */
  reserve(): boolean {
    this.#stream ??= this.#newStream();
    return this.#stream.reserve(this.#exchange);
  }

  /** Called once the requests have been delivered. Returns `isPending`. */
  afterDelivery(soon: MicroBatcher): boolean {
    // The client may have left while the handler began: now there is a request to end.
    if (this.#disconnectReason)
      this.#policy.onDisconnect?.(this, this.#disconnectReason);
    if (!this.isPending) return false;
    soon.add(this);
    return true;
  }

  /** True if the answer still has to be sent, whether its client is there or not. */
  get isPending(): boolean {
    return this.#state !== "over";
  }

  /** Observes the client, if its leaving ends the request. */
  watch(): void {
    if (this.#policy.onDisconnect && this.#state === "waiting") this.#watch();
  }

  /** Observes the client, and opens a stream, now or after a while. */
  wait(): void {
    const { opensStream, onDisconnect, services } = this.#policy;
    const { refCount, node } = this.#exchange;
    // Handlers are at work, whoever waits for them.
    if (refCount > (node ? 1 : 0))
      services.limiter.countRequest(this.#exchange, this.#posted.value);
    if (this.#state !== "waiting") return;
    if (!onDisconnect) this.#watch();
    // What follows may have changed the state.
    if (!this.#isWaiting() || this.#opening) return;
    if (opensStream === "at once") this.#openStream();
    else this.#stopWaiting = services.keepAlive(() => void this.#openStream());
  }

  #watch(): void {
    this.#exchange.onDisconnect((reason) => this.#onClientDisconnected(reason));
  }

  /** Whether the message reached the client, or waits for it to come back. */
  #sendOnStream(isRequest: boolean, data: string): boolean {
    if (isRequest && !this.#policy.acceptsRequests) return false;
    if (this.#state !== "streaming") return this.#openStream(data);
    const stream = this.#stream;
    if (!stream?.isConnected && !stream?.canReturn) return false;
    stream.send(data);
    return true;
  }

  #finish(message: OutgoingMessages, data: string): void {
    const state = this.#state;
    this.#end();
    const headers = this.#opening?.(message);
    if (state === "streaming") return this.#stream?.finish(data);
    if (state === "lost") return;
    const { services } = this.#policy;
    const status = this.#policy.status(message, this.#posted);
    const isStream = services.options.responses === "stream" && status === 200;
    const own = isStream ? eventHeaders : jsonHeaders;
    this.#exchange.reply(
      status,
      headers ? { ...own, ...headers } : own,
      // A stream that begins with its end is written at once, with its length.
      isStream ? this.#wholeStream(data) : data,
    );
  }

  /** A stream that has nothing but the answer. */
  #wholeStream(data: string): string {
    const { events, sendsPrimingEvent, services } = this.#policy;
    if (!events) return formatEvent(data);
    const name = events.name("c");
    events.appendWhole(name, data, this.#exchange.requiredScopes);
    const primer = sendsPrimingEvent
      ? primingEvent(name, services.options.retryMs)
      : "";
    return primer + formatEvent(data, { id: formatEventId(name, 1) });
  }

  /** Whether a stream has begun: there may be too many, or no client. */
  #openStream(data?: string): boolean {
    if (this.#state !== "waiting" || this.#opening) return false;
    const { events, sendsPrimingEvent } = this.#policy;
    this.#stopWaiting?.();
    const stream = (this.#stream ??= this.#newStream());
    // Before it starts: a client that has gone is heard of at once.
    this.#state = "streaming";
    if (!stream.start(this.#exchange, sendsPrimingEvent, data)) {
      this.#state = "waiting";
      this.#stream = undefined;
      return false;
    }
    if (events) this.#policy.onStreamOpen(stream);
    return true;
  }

  #newStream(): EventStream {
    const { services, events, comments } = this.#policy;
    return new EventStream(services, {
      client: services.limiter.usageOf(this.#exchange),
      kind: "c",
      needs: this.#exchange.requiredScopes,
      events,
      comments,
      onDisconnect: (reason) => this.#onClientDisconnected(reason),
    });
  }

  /** The client has gone: whether the work goes on is the endpoint's to say. */
  #onClientDisconnected(reason: Error): void {
    const { onDisconnect } = this.#policy;
    if (!onDisconnect) {
      if (this.#state === "waiting") this.#state = "lost";
    } else if (this.#state !== "over") {
      this.#disconnectReason = reason;
      this.#end();
      onDisconnect(this, reason);
    }
  }

  #isWaiting(): boolean {
    return this.#state === "waiting";
  }

  #end(): void {
    const hasStream = this.#state === "streaming";
    if (!hasStream) this.#stream?.release();
    this.#state = "over";
    this.#stopWaiting?.();
    this.#policy.onEnd(this, hasStream ? this.#stream : undefined);
  }
}
