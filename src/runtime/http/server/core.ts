import {
  INTERNAL_ERROR,
  toError,
  TransportError,
} from "../../protocol/errors.ts";
import { reporter } from "../../protocol/report.ts";
import { Reports } from "../../protocol/timers/reports.ts";
import { longestDelay } from "../../protocol/timers/deadlines.ts";
import { duration } from "../../protocol/timers/time-limits.ts";
import type { Server } from "../../server/create-server.ts";
import type { HttpOptions } from "./options.ts";
import {
  type MemoryLimiter,
  memoryStatus,
  type MemoryStatus,
} from "./limits/memory-limiter.ts";
import { RequestHandler, type Phase } from "./request-handler.ts";
import { replyError } from "./replies.ts";
import { resolveOptions, type ResolvedOptions } from "./resolve-options.ts";
import {
  createServices,
  type HttpServices,
  type Endpoints,
  type Endpoint,
} from "./services.ts";
import { ExchangeList, type HttpExchange } from "./exchange.ts";
import { withTimeout } from "./with-timeout.ts";
import { isStateless } from "../../protocol/revision/protocol-table.ts";
import { createSseEndpoint } from "./legacy-sse.ts";
import { createSessionEndpoint } from "./sessions/endpoint.ts";
import { createSessionlessEndpoint } from "./sessionless.ts";
import { createStatelessEndpoint } from "./stateless/endpoint.ts";

/** How busy a server is. */
export interface HttpStatus {
  /** Sessions that are open; in a cluster, those that this process knows. */
  readonly sessions: number;
  /** Streams that are open. */
  readonly streams: number;
  /** Requests that have no whole answer yet: streams are such too. */
  readonly requests: number;
  /** Whether it takes no more requests. */
  readonly closing: boolean;
  /** What it keeps of its clients, and how much that may be. */
  readonly kept: MemoryStatus;
}

/** How a server over HTTP is closed. */
export interface CloseOptions {
  /**
   * How long it goes on before, in milliseconds, while `healthPath` says that it is
   * closing: as long as a balancer that asks there takes to notice.
   *
   * @default 0
   */
  readonly drainMs?: number;
  /**
   * How long calls in flight may take, in milliseconds.
   *
   * @default 10_000 (10 seconds)
   */
  readonly graceMs?: number;
}

/** What every handler over HTTP has. */
export interface HttpControls {
  /**
   * Takes no more requests, once `drainMs` milliseconds are over, and ends the streams
   * of changes. Calls in flight may take up to `graceMs` milliseconds. Then the sessions
   * are closed. Another call waits for the same. Rejects with a TypeError for a time that
   * is none, and does nothing then.
   */
  close(options?: CloseOptions): Promise<void>;
  /** How busy it is. */
  status(): HttpStatus;
}

/** Serves HTTP requests, whatever brings them, until it is closed. */
export class HttpCore implements HttpControls {
  readonly options: ResolvedOptions;
  /** What has no whole answer yet. */
  readonly exchanges: ExchangeList = new ExchangeList();
  /** Hears that it takes no more requests. */
  onClosing: () => void = () => {};
  readonly #reports: Reports;
  readonly #services: HttpServices;
  readonly #endpoints: Endpoints;
  readonly #handler: RequestHandler;
  #phase: Phase = "open";
  #isDraining = false;
  #closed: Promise<void> | undefined;
  #onIdle: () => void = () => {};

  constructor(
    server: Server,
    given: HttpOptions,
    turns: HttpServices["turns"],
  ) {
    this.options = resolveOptions(server, given);
    this.#reports = new Reports(reporter(given.onError));
    const { report: onError } = this.#reports;
    const { options } = this;
    this.#services = createServices({ server, options, onError, turns });
    this.#endpoints = createEndpoints(this.#services);
    this.#handler = new RequestHandler(this.#services, this.#endpoints, {
      phase: () => this.#phase,
      isReady: () => this.#phase === "open" && !this.#isDraining,
      isFull: () => this.#isFull,
      fail: (exchange, error) => this.#fail(exchange, error),
    });
  }

  /** Counts what is kept of the clients. */
  get limiter(): MemoryLimiter {
    return this.#services.limiter;
  }

  /** Answers a exchange, now or later. Never throws. */
  accept(exchange: HttpExchange): void {
    this.exchanges.add(exchange);
    try {
      this.#handler.handle(exchange);
    } catch (error) {
      this.#fail(exchange, error);
    }
  }

  /** Hears from the face that a exchange has its whole answer, or nobody waits for it. */
  done(exchange: HttpExchange): void {
    if (!exchange.node) return;
    this.exchanges.delete(exchange);
    if (--exchange.refCount === 0 && exchange.reservation)
      this.#services.limiter.release(exchange);
    if (this.exchanges.size === 0) this.#onIdle();
  }

  status(): HttpStatus {
    return {
      sessions: this.#endpoints.handshake?.sessions ?? 0,
      streams: this.#services.streams,
      requests: this.exchanges.size,
      closing: this.#phase !== "open",
      kept: memoryStatus(this.#services),
    };
  }

  async close({ drainMs, graceMs = 10_000 }: CloseOptions = {}): Promise<void> {
    const drain = duration("drainMs", drainMs, 0, true);
    return (this.#closed ??= this.#close(drain, graceMs));
  }

  async #close(drainMs: number, graceMs: number): Promise<void> {
    if (drainMs > 0) {
      this.#isDraining = true;
      const delay = Math.min(drainMs, longestDelay);
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
    this.#phase = "closing";
    this.onClosing();
    const { stateless, handshake, sse } = this.#endpoints;
    const endpoints = [stateless, handshake, sse];
    const ended = Promise.all(endpoints.map((endpoint) => endpoint?.end()))
      .then(() => this.#idle())
      .catch(this.#services.onError);
    await withTimeout(ended, graceMs, "closing").catch(() => {});
    this.#phase = "closed";
    for (const endpoint of endpoints) endpoint?.close();
    const reason = new TransportError("the server is closed");
    const { exchanges } = this;
    for (let exchange = exchanges.first; exchange; exchange = exchanges.first) {
      exchange.destroy(reason);
      exchanges.delete(exchange);
    }
    this.#reports.end();
  }

  /** Open streams have a bound of their own. */
  get #isFull(): boolean {
    const requests = this.exchanges.size - this.#services.streams;
    return requests > this.options.maxRequests;
  }

  /** Resolves when every exchange has its whole answer. */
  #idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#onIdle = resolve;
      if (this.exchanges.size === 0) resolve();
    });
  }

  #fail(exchange: HttpExchange, error: unknown): void {
    this.#services.onError(toError(error));
    // What failed may be what these were made of.
    exchange.extraHeaders = undefined;
    try {
      const message = "Internal error";
      replyError(exchange, { status: 500, code: INTERNAL_ERROR, message });
    } catch {
      // It has the beginning of an answer already.
      exchange.destroy(toError(error));
    }
  }
}

/**
 * Makes those that the server's revisions have, and that are asked for. Throws a
 * TypeError when none of them has what is asked for.
 */
export function createEndpoints(services: HttpServices): Endpoints {
  const { server, options } = services;
  const tables = server.revisions.map((table) => ({ table }));
  const hasHandshake = !tables.every(isStateless);
  if (options.sse && !hasHandshake)
    throw new TypeError(
      "sse is for revisions with a handshake: there are none",
    );
  const { sessions, cluster } = options;
  const createHandshake = (): Endpoint =>
    sessions
      ? createSessionEndpoint(services, sessions)
      : createSessionlessEndpoint(services);
  return {
    stateless: tables.some(isStateless)
      ? createStatelessEndpoint(services)
      : undefined,
    // What a cluster gives is one: its type says nothing of the transport.
    handshake:
      (cluster?.join(services) as Endpoint | undefined) ??
      (hasHandshake ? createHandshake() : undefined),
    sse: hasHandshake && options.sse ? createSseEndpoint(services) : undefined,
  };
}
