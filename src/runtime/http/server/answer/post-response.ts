import type { Viewer } from "../../../protocol/viewer.ts";
import type { HttpHeaders } from "../../shared/request-response.ts";
import {
  formatEventId,
  eventHeaders,
  formatEvent,
  jsonHeaders,
} from "./sse-format.ts";
import type { Posted } from "../posted.ts";
import type { PendingAnswer, Soon } from "./micro-batcher.ts";
import type { Visit } from "../exchange.ts";
import { EventStream, primingEvent } from "./event-stream.ts";
import type { Answering, AnswerPolicy, Sent } from "./policies.ts";

/**
 * How far the answer to one POST is:
 *
 *     waiting ─┬────────────────▶ over   the answer was all: JSON, or a stream at once
 *              ├─▶ streaming ───▶ over   something came before it, or it took long
 *              └─▶ lost ────────▶ over   the client has gone, and the work goes on
 */
type State = "waiting" | "streaming" | "lost" | "over";

/** Hears the answer that opens a session; the headers go with it. */
export type Opening = (answer: Sent) => HttpHeaders;

/** The answer to one POST of requests. */
export class HttpAnswer implements Answering, PendingAnswer {
  readonly exclusive: boolean;
  readonly #policy: AnswerPolicy;
  readonly #visit: Visit;
  readonly #posted: Posted;
  /** Such an answer is the first message. */
  readonly #opening: Opening | undefined;
  #state: State = "waiting";
  #stream: EventStream | undefined;
  #stopWaiting: (() => void) | undefined;
  #gone: Error | undefined;

  /** `posted` is what is answered. */
  constructor(
    policy: AnswerPolicy,
    visit: Visit,
    posted: Posted,
    opening?: Opening,
  ) {
    this.exclusive = policy.exclusive;
    this.#policy = policy;
    this.#visit = visit;
    this.#posted = posted;
    this.#opening = opening;
  }

  get viewer(): Viewer {
    return this.#visit.viewer;
  }

  /** Whether there is a client that waits for the answer. */
  get isConnected(): boolean {
    return this.#state === "streaming"
      ? this.#stream?.isConnected === true
      : this.#state === "waiting";
  }

  hold(): void {
    this.#policy.services.kept.hold(this.#visit);
  }

  letGo(): void {
    this.#policy.services.kept.letGo(this.#visit);
  }

  send(message: Sent): void {
    if (this.#state === "over") return this.#policy.late(message);
    const data = JSON.stringify(message);
    if (Array.isArray(message) || !("method" in message))
      this.#finish(message, data);
    else if (!this.#tell("id" in message, data)) this.#policy.unheard(message);
  }

  /** The server has dropped the requests. */
  unanswered(): void {
    this.abandon((visit) => this.#policy.unanswered(visit, this.#posted));
  }

  /** Ends without an answer: a client that has no stream is told so. */
  abandon(refuse: (visit: Visit) => void): void {
    const state = this.#state;
    if (state === "over") return;
    this.#end();
    if (state === "waiting") refuse(this.#visit);
    else this.#stream?.finish();
  }

  closeStream(retryMs?: number): boolean {
    const { primes, services } = this.#policy;
    if (this.#state === "over" || this.#opening || !primes) return false;
    const isSound = Number.isSafeInteger(retryMs) && Number(retryMs) >= 0;
    const retry = isSound ? Number(retryMs) : services.options.retryMs;
    this.#begin();
    return this.#stream?.pause(retry) ?? false;
  }

  /** Makes sure of a stream, if there may be one more. */
  reserve(): boolean {
    this.#stream ??= this.#newStream();
    return this.#stream.reserve(this.#visit);
  }

  /** Called once the requests have been delivered. Returns `isPending`. */
  delivered(soon: Soon): boolean {
    // The client may have left while the handler began: now there is a request to end.
    if (this.#gone) this.#policy.gone?.(this, this.#gone);
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
    if (this.#policy.gone && this.#state === "waiting") this.#watch();
  }

  /** Observes the client, and opens a stream, now or after a while. */
  wait(): void {
    const { beginsStream, gone, services } = this.#policy;
    const { holders, place } = this.#visit;
    // Handlers are at work, whoever waits for them.
    if (holders > (place ? 1 : 0))
      services.kept.goesOn(this.#visit, this.#posted.value);
    if (this.#state !== "waiting") return;
    if (!gone) this.#watch();
    // What follows may have changed the state.
    if (!this.#isWaiting() || this.#opening) return;
    if (beginsStream === "at once") this.#begin();
    else this.#stopWaiting = services.keepAlive(() => void this.#begin());
  }

  #watch(): void {
    this.#visit.onGone((reason) => this.#lose(reason));
  }

  /** Whether the message reached the client, or waits for it to come back. */
  #tell(isRequest: boolean, data: string): boolean {
    if (isRequest && !this.#policy.canAnswer) return false;
    if (this.#state !== "streaming") return this.#begin(data);
    const stream = this.#stream;
    if (!stream?.isConnected && !stream?.canReturn) return false;
    stream.send(data);
    return true;
  }

  #finish(message: Sent, data: string): void {
    const state = this.#state;
    this.#end();
    const headers = this.#opening?.(message);
    if (state === "streaming") return this.#stream?.finish(data);
    if (state === "lost") return;
    const { services } = this.#policy;
    const status = this.#policy.status(message, this.#posted);
    const isStream = services.options.responses === "stream" && status === 200;
    const own = isStream ? eventHeaders : jsonHeaders;
    this.#visit.reply(
      status,
      headers ? { ...own, ...headers } : own,
      // A stream that begins with its end is written at once, with its length.
      isStream ? this.#whole(data) : data,
    );
  }

  /** A stream that has nothing but the answer. */
  #whole(data: string): string {
    const { events, primes, services } = this.#policy;
    if (!events) return formatEvent(data);
    const name = events.name("c");
    events.appendWhole(name, data, this.#visit.needs);
    const primer = primes ? primingEvent(name, services.options.retryMs) : "";
    return primer + formatEvent(data, { id: formatEventId(name, 1) });
  }

  /** Whether a stream has begun: there may be too many, or no client. */
  #begin(data?: string): boolean {
    if (this.#state !== "waiting" || this.#opening) return false;
    const { events, primes } = this.#policy;
    this.#stopWaiting?.();
    const stream = (this.#stream ??= this.#newStream());
    // Before it starts: a client that has gone is heard of at once.
    this.#state = "streaming";
    if (!stream.start(this.#visit, primes, data)) {
      this.#state = "waiting";
      this.#stream = undefined;
      return false;
    }
    if (events) this.#policy.streamed(stream);
    return true;
  }

  #newStream(): EventStream {
    const { services, events, comments } = this.#policy;
    return new EventStream(services, {
      client: services.kept.accountOf(this.#visit),
      kind: "c",
      needs: this.#visit.needs,
      events,
      comments,
      onGone: (reason) => this.#lose(reason),
    });
  }

  /** The client has gone: whether the work goes on is the endpoint's to say. */
  #lose(reason: Error): void {
    const { gone } = this.#policy;
    if (!gone) {
      if (this.#state === "waiting") this.#state = "lost";
    } else if (this.#state !== "over") {
      this.#gone = reason;
      this.#end();
      gone(this, reason);
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
    this.#policy.over(this, hasStream ? this.#stream : undefined);
  }
}
