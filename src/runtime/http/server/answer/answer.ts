import { INVALID_REQUEST, TransportError } from "../../../wire/errors.ts";
import type { Message } from "../../../wire/message.ts";
import type { Sink } from "../../../peer/transport.ts";
import { formatEventId } from "../events/event-id.ts";
import { eventHeaders, formatEvent, jsonHeaders } from "./event-text.ts";
import type {
  HttpExchange,
  HttpHeaders,
  HttpResponse,
} from "../../shared/exchange.ts";
import type { HttpHost } from "../services.ts";
import { isInitialize, problemOf } from "../posted.ts";
import { sendRefusal } from "../refusals.ts";
import type { SessionEvents } from "../events/session-events.ts";
import { primingEvent, SessionStream } from "./event-stream.ts";

/** Whose calls are answered: a session, or nobody who stays. */
export interface CallOwner extends Pick<Sink, "send"> {
  readonly host: HttpHost;
  /** Keeps the events of streams, where clients can come back for them. */
  readonly events: SessionEvents | undefined;
  /** Whether streams begin with an id to come back with. */
  readonly primes: boolean;
  /** Whether a client can answer requests of the server's. */
  readonly canAnswer: boolean;
  /** Hears that a call has a stream that its client can come back for. */
  streamed(stream: SessionStream): void;
  /** Hears that a call is over. */
  over(call: CallReply, stream: SessionStream | undefined): void;
}

/** Hears the answer that opens a session; the headers go with it. */
export type Opening = (answer: Message | readonly Message[]) => HttpHeaders;

/**
 * The answer to one POST of requests: JSON, or a stream from the first message
 * before the answer on. A client that is gone has not cancelled them.
 */
export class CallReply implements Sink {
  readonly principal: string | undefined;
  readonly auth: unknown;
  readonly #owner: CallOwner;
  readonly #response: HttpResponse;
  readonly #value: unknown;
  /** Such an answer is the first message. */
  readonly #opening: Opening | undefined;
  #stream: SessionStream | undefined;
  #isGone = false;
  #isOver = false;
  #stopWaiting: (() => void) | undefined;

  /** `value` is what was posted. */
  constructor(
    owner: CallOwner,
    exchange: HttpExchange,
    value: unknown,
    opening?: Opening,
  ) {
    this.#owner = owner;
    this.#value = value;
    this.#response = exchange.response;
    this.principal = exchange.principal;
    this.auth = exchange.auth;
    this.#opening = opening;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether there is a client that waits for the answer. */
  get isConnected(): boolean {
    return this.#stream ? this.#stream.isConnected : !this.#isGone;
  }

  /** Throws a TransportError for a request that cannot reach the client. */
  send(message: Message | readonly Message[]): void {
    const isAnswer = Array.isArray(message) || !("method" in message);
    if (this.#isOver) {
      // What a handler sends behind its answer belongs to no call.
      if (!isAnswer) this.#owner.send(message);
      return;
    }
    const data = JSON.stringify(message);
    if (isAnswer) this.#answer(message, data);
    else this.#tell("id" in message, data);
  }

  unanswered(): void {
    if (this.#isOver) return;
    this.#end();
    if (this.#stream) this.#stream.finish();
    else if (!this.#isGone) this.#response.reply(200, eventHeaders, "");
  }

  /** Ends without an answer: there is no session any more. */
  abandon(): void {
    if (this.#isOver) return;
    this.#end();
    const response = this.#response;
    if (this.#stream) this.#stream.finish();
    else if (!this.#isGone) sendRefusal(response, 404, "The session is over");
  }

  closeStream(retryMs?: number): boolean {
    const { primes, host } = this.#owner;
    if (this.#isOver || this.#opening || !primes) return false;
    const isSound = Number.isSafeInteger(retryMs) && Number(retryMs) >= 0;
    const retry = isSound ? Number(retryMs) : host.options.retryMs;
    return (this.#stream ?? this.#begin())?.pause(retry) ?? false;
  }

  /** No answer was at hand: opens the stream, or waits with it for a while. */
  wait(): void {
    if (this.#isOver || this.#stream) return;
    this.#response.onGone(() => (this.#isGone = true));
    if (this.#isGone || this.#opening) return;
    const { primes, host } = this.#owner;
    if (primes || host.options.responses === "stream") this.#begin();
    else this.#stopWaiting = host.keepAlive(() => this.#begin());
  }

  #tell(isRequest: boolean, data: string): void {
    const canReach = !isRequest || this.#owner.canAnswer;
    const stream = this.#stream;
    if (canReach && (stream?.isConnected || stream?.canReturn))
      return stream.send(data);
    if (canReach && !stream && this.#begin(data)) return;
    if (isRequest) throw new TransportError("the client cannot be reached");
  }

  #answer(message: Message | readonly Message[], data: string): void {
    this.#end();
    const headers = this.#opening?.(message);
    if (this.#stream) return this.#stream.finish(data);
    if (this.#isGone) return;
    const status = statusOf(message, this.#value);
    const isStream = this.#owner.host.options.responses === "stream";
    if (isStream && status === 200)
      this.#response.reply(
        200,
        headers ? { ...eventHeaders, ...headers } : eventHeaders,
        this.#whole(data),
      );
    else
      this.#response.reply(
        status,
        headers ? { ...jsonHeaders, ...headers } : jsonHeaders,
        data,
      );
  }

  /** A stream that has nothing but the answer. */
  #whole(data: string): string {
    const { events, primes, host } = this.#owner;
    if (!events) return formatEvent(data);
    const name = events.name("c");
    events.appendWhole(name, data);
    const primer = primes ? primingEvent(name, host.options.retryMs) : "";
    return primer + formatEvent(data, { id: formatEventId(name, 1) });
  }

  /** Undefined when there can be no stream. */
  #begin(data?: string): SessionStream | undefined {
    if (this.#isGone || this.#opening) return undefined;
    const { host, events, primes } = this.#owner;
    this.#stopWaiting?.();
    const stream = new SessionStream(host, events, "c");
    if (!stream.start(this.#response, primes, data)) return undefined;
    this.#stream = stream;
    if (events) this.#owner.streamed(stream);
    return stream;
  }

  #end(): void {
    this.#isOver = true;
    this.#stopWaiting?.();
    this.#owner.over(this, this.#stream);
  }
}

/** What is no request, or comes at the wrong time, is the fault of its POST; other errors are answers. */
function statusOf(
  message: Message | readonly Message[],
  value: unknown,
): 200 | 400 {
  const code = "error" in message ? message.error.code : undefined;
  if (code !== INVALID_REQUEST) return 200;
  const isFault =
    Array.isArray(value) || isInitialize(value) || problemOf(value);
  return isFault ? 400 : 200;
}
