import { isOfChange } from "../../../protocol/revision/changes.ts";
import { TransportError } from "../../../protocol/errors.ts";
import type { OutgoingMessages } from "../answer/policies.ts";
import type { HttpExchange } from "../exchange.ts";
import type { HttpServices } from "../services.ts";
import { sendRefusal, sendTooManyStreams } from "../replies.ts";
import type { MemoryBudget } from "../../../server/memory-budget.ts";
import { notifyIfAllowed } from "../../../server/resource-access.ts";
import { weigh } from "../../../protocol/weigh.ts";
import type { ClientUsage } from "../limits/client-usage.ts";
import type { SessionEvents } from "../events/session-events.ts";
import { EventStream } from "../answer/event-stream.ts";

/** A bound on what waits for a client that does not listen. */
const maxWaiting = 100;

export interface StandaloneOptions {
  readonly services: HttpServices;
  /** Whose they are. */
  readonly client: ClientUsage;
  /** Counts what waits. */
  readonly memory: MemoryBudget;
  readonly events: SessionEvents | undefined;
  readonly primes: boolean;
  readonly maxStreams: number;
}

/**
 * The streams that a client opens to hear what belongs to no request of its own.
 * The newest that is open carries it.
 */
export class StandaloneStreams {
  readonly #options: StandaloneOptions;
  /** Oldest first; some wait for their client to come back. */
  #streams: EventStream[] = [];
  readonly #waiting: string[] = [];
  #isClosed = false;

  constructor(options: StandaloneOptions) {
    this.#options = options;
  }

  get isConnected(): boolean {
    return this.#newest !== undefined;
  }

  /** Throws a TransportError for a request that cannot wait. */
  send(message: OutgoingMessages): void {
    const data = JSON.stringify(message);
    const newest = this.#newest;
    if (newest) return newest.send(data);
    // Told once, a change says as much as told again and again.
    if (isOfChange(message) && this.#waiting.includes(data)) return;
    if (this.#mayWait(message, data)) this.#waiting.push(data);
    else if ("id" in message)
      throw new TransportError("the client does not listen");
    else
      this.#options.services.onError(
        new TransportError("a message is dropped: the client does not listen"),
        { kind: "not listening" },
      );
  }

  open(exchange: HttpExchange): void {
    const { services, client, events, primes, maxStreams } = this.#options;
    // The session may end while a client that came back waits for the store.
    if (this.#isClosed)
      return sendRefusal(exchange, 404, "The session is over");
    if (this.#connected().length >= maxStreams)
      return sendTooManyStreams(exchange, 429);
    const stream = new EventStream(services, {
      client,
      kind: "s",
      events,
      comments: "in silence",
    });
    if (!stream.start(exchange, primes)) return sendTooManyStreams(exchange);
    this.#add(stream);
    this.#deliver(stream, exchange);
  }

  /** Goes on with a stream, or opens another where it is forgotten. */
  resume(exchange: HttpExchange, name: string, after: number): void {
    const stream = this.#streams.find((one) => one.name === name);
    if (!stream) return this.open(exchange);
    this.#remove(stream);
    this.#add(stream);
    const reopen = (): void => {
      this.#remove(stream);
      stream.finish();
      this.open(exchange);
    };
    stream.resume(exchange, after, reopen, () =>
      this.#deliver(stream, exchange),
    );
  }

  close(): void {
    this.#isClosed = true;
    for (const stream of this.#streams) stream.finish();
    this.#streams = [];
    this.#waiting.length = 0;
  }

  get #newest(): EventStream | undefined {
    return this.#connected().at(-1);
  }

  #connected(): EventStream[] {
    return this.#streams.filter(({ isConnected }) => isConnected);
  }

  /** A ping that waits would only tell that nobody listens, which is allowed. */
  #mayWait(message: OutgoingMessages, data: string): boolean {
    const isPing = "method" in message && message.method === "ping";
    return (
      !isPing &&
      this.#waiting.length < maxWaiting &&
      this.#options.memory.add(weigh(data))
    );
  }

  /** What waited goes to a stream that is open, unless the client is gone already. */
  #deliver(stream: EventStream, { viewer: { permit } }: HttpExchange): void {
    const { memory, services } = this.#options;
    while (stream.isConnected) {
      const data = this.#waiting.shift();
      if (data === undefined) return;
      memory.remove(weigh(data));
      // What was granted may have shrunk since it was told.
      notifyIfAllowed(
        () => permit?.mayHear(data, services.server.offered) ?? true,
        () => stream.send(data),
        services.onError,
      );
    }
  }

  /** The newest; of those without a client, no more are remembered than may be open. */
  #add(stream: EventStream): void {
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

  #remove(stream: EventStream): void {
    this.#streams = this.#streams.filter((one) => one !== stream);
  }
}
