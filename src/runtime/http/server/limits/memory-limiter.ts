import type { MemoryBudget } from "../../../server/memory-budget.ts";
import { weigh, weighText } from "../../../protocol/weigh.ts";
import { createRefusal, type Refusal, retryLater } from "../replies.ts";
import type { HttpExchange } from "../exchange.ts";
import {
  type ClientUsage,
  type Evictable,
  UsageLedger,
  type MemoryReservation,
  type LimitExceeded,
} from "./client-usage.ts";
import { clientKeyOf } from "./client-key.ts";
import type { ClientKey } from "../options.ts";
import type { Sink } from "../../../peer/transport.ts";
import type { ResolvedOptions } from "../resolve-options.ts";
import type { EventStore } from "../events/event-store.ts";

/** What is kept of each, beside what the client sends: measured, and rounded up. */
export const costs: Readonly<Record<"session" | "request" | "stream", number>> =
  {
    session: 10_240,
    /** A request whose handler is at work, with its connection. */
    request: 6_144,
    stream: 10_240,
  };

/** Bodies that are longer are counted before they are parsed, in characters. */
export const longBodyLength: number = 64 * 1024;

export interface MemoryLimiterOptions {
  readonly maxKeptBytes: number;
  readonly maxClientInfoBytes: number;
  readonly maxUriBytes: number;
  readonly perClient: {
    readonly maxKeptBytes: number;
    readonly maxStreams: number;
    readonly maxRequests: number;
  };
  readonly clientKey?: ClientKey | undefined;
}

/** Counts what a server keeps of its clients, and refuses what is too much. */
export class MemoryLimiter {
  readonly ledger: UsageLedger;
  readonly #options: MemoryLimiterOptions;
  readonly #onError: (error: Error) => void;

  constructor(options: MemoryLimiterOptions, onError: (error: Error) => void) {
    this.#options = options;
    this.#onError = onError;
    const { maxKeptBytes, perClient } = options;
    const maxClientBytes = perClient.maxKeptBytes;
    this.ledger = new UsageLedger({ maxKeptBytes, maxClientBytes });
  }

  /** Whether so much is kept that small requests are looked at too. */
  get isUnderPressure(): boolean {
    const { maxKeptBytes, maxRequests } = this.#options.perClient;
    const { bytes, requests } = this.ledger;
    return 2 * bytes > maxKeptBytes || requests >= maxRequests;
  }

  /** Never throws. */
  usageOf(exchange: HttpExchange): ClientUsage {
    return this.ledger.usageOf(this.#identify(exchange));
  }

  /** A handler continues with what a exchange brought. */
  retain(exchange: HttpExchange): void {
    exchange.refCount++;
    // The address of a client is only known while it is connected.
    this.#identify(exchange);
  }

  #identify(exchange: HttpExchange): string {
    const { clientKey } = this.#options;
    return (exchange.client ??= clientKeyOf(
      exchange,
      clientKey,
      this.#onError,
    ));
  }

  /** Counts what has come of a body; why no more of it may. */
  onBytes(
    exchange: HttpExchange,
    bytes: number,
    body: Evictable,
  ): Refusal | undefined {
    const exceeded = this.#count(exchange, costs.request + bytes);
    if (exceeded) return this.#refusal(exceeded);
    // Each turn puts it behind those that are silent.
    const { bodies } = exchange.reservation?.client ?? this.usageOf(exchange);
    bodies.delete(body);
    bodies.add(body);
    return undefined;
  }

  /** A body is whole, or given up. */
  onEnd(exchange: HttpExchange, body: Evictable): void {
    exchange.reservation?.client.bodies.delete(body);
  }

  /** Counts what a long body will be once it is parsed; why it is refused. */
  reserveBody(exchange: HttpExchange, text: string): Refusal | undefined {
    const bytes = costs.request + weighText(text);
    const exceeded = this.#count(exchange, bytes);
    if (exchange.reservation) exchange.reservation.isWeighed = true;
    return exceeded && this.#refusal(exceeded);
  }

  /** Why one more small request of a client is refused, when there are many or they are large. */
  checkRequest(exchange: HttpExchange): Refusal | undefined {
    const client = exchange.reservation?.client ?? this.usageOf(exchange);
    const { maxRequests } = this.#options.perClient;
    if (!client.isAnonymous && client.requests >= maxRequests)
      return this.#refusal("client");
    const exceeded = this.#count(
      exchange,
      exchange.reservation?.bytes ?? costs.request,
    );
    return exceeded && this.#refusal(exceeded);
  }

  /** Counts a request that goes on, and all that came with it. */
  countRequest(exchange: HttpExchange, value: unknown): void {
    if (exchange.isCounted) return;
    exchange.isCounted = true;
    const reservation = (exchange.reservation ??= {
      client: this.usageOf(exchange),
      bytes: 0,
    });
    if (!reservation.isWeighed)
      this.ledger.set(reservation, costs.request + weigh(value));
    reservation.client.requests++;
    this.ledger.requests++;
  }

  /** One of those that keep what a exchange brought is done with it. */
  releaseOne(exchange: HttpExchange): void {
    if (--exchange.refCount === 0) this.release(exchange);
  }

  /** Counts out what a exchange brought. */
  release(exchange: HttpExchange): void {
    const { reservation } = exchange;
    if (reservation) this.ledger.set(reservation, 0);
    exchange.reservation = undefined;
    if (!reservation || !exchange.isCounted) return;
    exchange.isCounted = false;
    reservation.client.requests--;
    this.ledger.requests--;
  }

  /** Counts a stream in; undefined when its client has too many. */
  openStream(client: ClientUsage): MemoryReservation | undefined {
    const { maxStreams } = this.#options.perClient;
    if (!client.isAnonymous && client.streams >= maxStreams) return undefined;
    const reservation = this.ledger.reserve(client, costs.stream);
    if (typeof reservation === "string") return undefined;
    client.streams++;
    return reservation;
  }

  closeStream(reservation: MemoryReservation): void {
    reservation.client.streams--;
    this.ledger.set(reservation, 0);
  }

  /** Counts a session in, or why it may not be opened; `value` is what opens it. */
  openSession(
    client: ClientUsage,
    value: unknown,
  ): MemoryReservation | Refusal {
    // What is kept of the value is counted when it is: there is to be room for it.
    const reservation = this.ledger.reserve(
      client,
      costs.session + weigh(value),
      "session",
    );
    if (typeof reservation === "string") return this.#refusal(reservation);
    this.ledger.set(reservation, costs.session);
    return reservation;
  }

  /** The bounds of a connection whose requests are counted one by one. */
  get connectionBudget(): MemoryBudget {
    const { maxClientInfoBytes, maxUriBytes } = this.#options;
    const add = (): boolean => true;
    return { maxClientInfoBytes, maxUriBytes, add, remove() {} };
  }

  /** The bounds of a session, whose reservation grows with what is kept of it. */
  sessionBudget(
    reservation: MemoryReservation,
    maxSessionBytes: number,
  ): MemoryBudget {
    const { ledger } = this;
    return {
      ...this.connectionBudget,
      add(bytes) {
        const all = reservation.bytes + bytes;
        return all <= maxSessionBytes && !ledger.resize(reservation, all);
      },
      remove: (bytes) => ledger.set(reservation, reservation.bytes - bytes),
    };
  }

  #count(exchange: HttpExchange, bytes: number): LimitExceeded | undefined {
    const { reservation } = exchange;
    if (reservation) return this.ledger.resize(reservation, bytes);
    const made = this.ledger.reserve(this.usageOf(exchange), bytes);
    if (typeof made === "string") return made;
    exchange.reservation = made;
    return undefined;
  }

  #refusal(exceeded: LimitExceeded): Refusal {
    switch (exceeded) {
      case "ever":
        return createRefusal(413, "It takes more than is kept of one client");
      case "client":
        return createRefusal(
          429,
          "Too much is kept of this client",
          retryLater,
        );
      case "server":
        return createRefusal(
          503,
          "Too much is kept of all clients",
          retryLater,
        );
      default:
        return exceeded satisfies never;
    }
  }
}

/** Counts what a exchange brought as long as handlers go on with it, where it has no answer of its own. */
export function retainExchange(
  { limiter }: { readonly limiter: MemoryLimiter },
  exchange: HttpExchange,
  value: unknown,
): Pick<Sink, "viewer" | "hold" | "letGo"> {
  return {
    viewer: exchange.viewer,
    hold() {
      limiter.retain(exchange);
      limiter.countRequest(exchange, value);
    },
    letGo: () => limiter.releaseOne(exchange),
  };
}

/** What is kept of all clients, in bytes, about. */
export interface MemoryStatus {
  /** What is kept now, of all clients. */
  readonly bytes: number;
  /** What may be kept, of all clients. */
  readonly maxBytes: number;
  /** The clients of which something is kept. */
  readonly clients: number;
  /** What is kept of the client of which the most is. */
  readonly largestClientBytes: number;
  /** What one client may have of it. */
  readonly maxClientBytes: number;
  /** What is kept of the session of which the most is, beside its requests. */
  readonly largestSessionBytes: number;
  /** What one session may have of it. */
  readonly maxSessionBytes: number;
  /** Bodies that are not whole yet. */
  readonly unfinishedBodies: number;
  /** Answers that wait for clients that do not read them. */
  readonly unreadAnswers: number;
  /** Events for clients that come back, which have a bound of their own: 0 where the store does not tell. */
  readonly eventBytes: number;
}

export function memoryStatus({
  limiter: { ledger },
  options,
  eventStore,
}: {
  readonly limiter: MemoryLimiter;
  readonly options: ResolvedOptions;
  readonly eventStore: EventStore | undefined;
}): MemoryStatus {
  let largestClientBytes = 0;
  let largestSessionBytes = 0;
  let unfinishedBodies = 0;
  let unreadAnswers = 0;
  for (const { bytes, sessions, bodies, answers } of ledger.usages) {
    largestClientBytes = Math.max(largestClientBytes, bytes);
    unfinishedBodies += bodies.size;
    unreadAnswers += answers.size;
    for (const { keptBytes } of sessions)
      largestSessionBytes = Math.max(largestSessionBytes, keptBytes);
  }
  return {
    bytes: ledger.bytes,
    maxBytes: options.maxKeptBytes,
    clients: ledger.clients,
    largestClientBytes,
    maxClientBytes: options.perClient.maxKeptBytes,
    largestSessionBytes,
    maxSessionBytes: options.sessions ? options.sessions.maxKeptBytes : 0,
    unfinishedBodies,
    unreadAnswers,
    eventBytes: bytesIn(eventStore),
  };
}

/** The store in memory tells it, and others may. */
function bytesIn(store: object | undefined): number {
  const bytes: unknown = store && "bytes" in store ? store.bytes : 0;
  return typeof bytes === "number" ? bytes : 0;
}
