import { TransportError } from "../../../wire/errors.ts";
import type { Message } from "../../../wire/message.ts";
import type { HttpExchange } from "../../shared/exchange.ts";
import type { HttpHost } from "../services.ts";
import { sendRefusal, refuseStream } from "../refusals.ts";
import type { SessionEvents } from "../events/session-events.ts";
import { SessionStream } from "../answer/event-stream.ts";

/** A bound on what waits for a client that does not listen. */
const maxWaiting = 100;

export interface StandaloneOptions {
  readonly host: HttpHost;
  readonly events: SessionEvents | undefined;
  readonly primes: boolean;
  readonly maxStreams: number;
}

/**
 * The streams that a client opens to hear what belongs to no request of its own.
 * The newest that is open carries it.
 */
export class Standalone {
  readonly #options: StandaloneOptions;
  /** Oldest first; some wait for their client to come back. */
  #streams: SessionStream[] = [];
  readonly #waiting: string[] = [];
  #isClosed = false;

  constructor(options: StandaloneOptions) {
    this.#options = options;
  }

  get isConnected(): boolean {
    return this.#newest !== undefined;
  }

  /** Throws a TransportError for a request that cannot wait. */
  send(message: Message | readonly Message[]): void {
    const data = JSON.stringify(message);
    const newest = this.#newest;
    if (newest) return newest.send(data);
    if (this.#mayWait(message)) this.#waiting.push(data);
    else if ("id" in message)
      throw new TransportError("the client does not listen");
    else
      this.#options.host.onError(
        new TransportError("a message is dropped: the client does not listen"),
      );
  }

  open({ response }: HttpExchange): void {
    const { host, events, primes, maxStreams } = this.#options;
    // The session may end while a client that came back waits for the store.
    if (this.#isClosed)
      return sendRefusal(response, 404, "The session is over");
    if (this.#connected().length >= maxStreams)
      return refuseStream(response, 429);
    const stream = new SessionStream(host, events, "s");
    if (!stream.start(response, primes)) return refuseStream(response);
    this.#add(stream);
    this.#deliver(stream);
  }

  /** Goes on with a stream, or opens another where it is forgotten. */
  async resume(
    exchange: HttpExchange,
    name: string,
    after: number,
  ): Promise<void> {
    const stream = this.#streams.find((one) => one.name === name);
    if (!stream) return this.open(exchange);
    this.#remove(stream);
    this.#add(stream);
    const reopen = (): void => {
      this.#remove(stream);
      stream.finish();
      this.open(exchange);
    };
    await stream.resume(exchange.response, after, reopen);
    this.#deliver(stream);
  }

  close(): void {
    this.#isClosed = true;
    for (const stream of this.#streams) stream.finish();
    this.#streams = [];
    this.#waiting.length = 0;
  }

  get #newest(): SessionStream | undefined {
    return this.#connected().at(-1);
  }

  #connected(): SessionStream[] {
    return this.#streams.filter(({ isConnected }) => isConnected);
  }

  /** A ping that waits would only tell that nobody listens, which is allowed. */
  #mayWait(message: Message | readonly Message[]): boolean {
    const isPing = "method" in message && message.method === "ping";
    return !isPing && this.#waiting.length < maxWaiting;
  }

  /** What waited goes to a stream that is open, unless the client is gone already. */
  #deliver(stream: SessionStream): void {
    while (stream.isConnected) {
      const data = this.#waiting.shift();
      if (data === undefined) return;
      stream.send(data);
    }
  }

  /** The newest; of those without a client, no more are remembered than may be open. */
  #add(stream: SessionStream): void {
    const { maxStreams } = this.#options;
    const away = this.#streams.filter(({ isConnected }) => !isConnected);
    const forgotten = away.filter(
      ({ canReturn }, index) => !canReturn || index < away.length - maxStreams,
    );
    for (const old of forgotten) {
      this.#remove(old);
      old.finish();
    }
    this.#streams.push(stream);
  }

  #remove(stream: SessionStream): void {
    this.#streams = this.#streams.filter((one) => one !== stream);
  }
}
