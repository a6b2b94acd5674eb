import {
  INVALID_REQUEST,
  toError,
  TransportError,
} from "../../protocol/errors.ts";
import type { Message, RequestMessage } from "../../protocol/message.ts";
import {
  errorAnswer,
  isCall,
  isNotification,
  type Told,
  type Way,
} from "./client-protocol.ts";
import { serverKey, type KnownEra } from "./lifecycle-cache.ts";
import type { HttpLink } from "./transport-context.ts";
import { HttpError, type Refused } from "./post.ts";
import { openSseWay } from "./legacy-sse.ts";
import { SessionWay } from "./session/session-client.ts";
import { atMost } from "./post-queue.ts";

/** The handshake era of a client's HTTP transport. */
export interface HandshakeEra {
  /** Takes a message or a batch of answers, and its JSON text. Never waits. */
  send(message: Message | readonly Message[], body: string): void;
  /** Tells the server that the session is over, and ends what is open. */
  close(): Promise<void>;
}

/**
 * Speaks to a server that shakes hands: over Streamable HTTP, or over HTTP with
 * SSE where the server knows that alone: the page `basic/transports` of the
 * revisions with sessions, under Backwards Compatibility.
 */
export function createHandshakeEra(link: HttpLink): HandshakeEra {
  return new EitherWay(link);
}

/** How long other messages wait for `notifications/initialized`, in milliseconds. */
const readyMs = 5_000;

/**
 * How many messages without an answer may wait: a bound on what a server that
 * asks, and takes no answers, makes this side keep.
 */
const maxTold = 10_000;

/** How long closing waits for what is on its way, in milliseconds. */
const closeMs = 2_000;

class EitherWay implements HandshakeEra {
  readonly #link: HttpLink;
  readonly #streamable: SessionWay;
  readonly #closing = new AbortController();
  #sse: Way | undefined;
  /** Messages without an answer, on their way. */
  readonly #told = new Set<Promise<void>>();
  /** Resolves when other messages may follow the handshake. */
  #ready: Promise<void> | undefined;

  constructor(link: HttpLink) {
    this.#link = link;
    const send = (message: Message | readonly Message[]): void =>
      this.send(message, JSON.stringify(message));
    this.#streamable = new SessionWay(link, send);
  }

  get #way(): Way {
    return this.#sse ?? this.#streamable;
  }

  send(message: Message | readonly Message[], body: string): void {
    if (isCall(message)) return void this.#call(message, body);
    if (this.#told.size >= maxTold) {
      const reason = "too many messages wait for the server";
      const { receiver } = this.#link;
      return receiver.failed?.(undefined, new TransportError(reason));
    }
    const told = this.#tell(message, body).finally(() =>
      this.#told.delete(told),
    );
    this.#told.add(told);
  }

  async close(): Promise<void> {
    this.#streamable.cut();
    await atMost(Promise.allSettled(this.#told), closeMs);
    this.#closing.abort();
    await this.#way.close();
  }

  async #call(message: RequestMessage, body: string): Promise<void> {
    const isOpening = message.method === "initialize";
    try {
      if (!isOpening) await this.#ready;
      await (isOpening
        ? this.#initialize(message, body)
        : this.#way.call(message, body));
    } catch (error) {
      this.#link.receiver.failed?.(message.id, toError(error));
    }
  }

  async #tell(message: Told, body: string): Promise<void> {
    const isReady =
      isNotification(message) && message.method === "notifications/initialized";
    try {
      if (!isReady) await this.#ready;
      const told = this.#way.tell(message, body);
      if (isReady) this.#ready = this.#begin(told);
      await told;
    } catch (error) {
      if (!this.#closing.signal.aborted)
        this.#link.receiver.failed?.(undefined, toError(error));
    }
  }

  async #begin(told: Promise<void>): Promise<void> {
    await atMost(Promise.allSettled([told]), readyMs);
    await this.#way.begin();
  }

  async #initialize(message: RequestMessage, body: string): Promise<void> {
    const { options } = this.#link;
    try {
      const known = options.eras.get(serverKey(options.url));
      if (known === "sse" && !this.#sse)
        await this.#openSseWay().catch(() => this.#remember(undefined));
      if (!this.#sse) {
        const refused = await this.#streamable.initialize(
          message,
          body,
          (isOpened) => this.#remember(isOpened ? "handshake" : undefined),
        );
        if (!refused) return;
        const failure = await this.#openSseWay().catch(toError);
        if (failure) return this.#neither(message, refused, failure);
      }
      await this.#sse?.call(message, body);
    } catch (error) {
      this.#remember(undefined);
      throw error;
    }
  }

  /** What the server said to the message itself is its answer, if that is one. */
  #neither({ id }: RequestMessage, refused: Refused, failure: Error): void {
    const { problem, error } = refused;
    // That nothing is at the address is no matter of the protocol.
    if (!problem || problem.code === INVALID_REQUEST)
      throw neither(error, failure);
    this.#link.receiver.message(errorAnswer(id, problem));
    this.#remember(undefined);
  }

  async #openSseWay(): Promise<void> {
    this.#sse = await openSseWay(this.#link, this.#closing.signal);
    this.#remember("sse");
  }

  /** Only what was asked first whether it needs no handshake is known to need one. */
  #remember(era: KnownEra | undefined): void {
    const { options, probed } = this.#link;
    const key = serverKey(options.url);
    if (era === undefined) options.eras.delete(key);
    else if (probed) options.eras.set(key, era);
  }
}

function neither(error: HttpError, { message }: Error): HttpError {
  const { status, challenge } = error;
  const reason = `${error.message}; and over HTTP with SSE: ${message}`;
  return new HttpError(reason, status, challenge, { cause: error });
}
