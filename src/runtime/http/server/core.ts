import { INTERNAL_ERROR, toError, TransportError } from "../../wire/errors.ts";
import { reporter } from "../../peer/report.ts";
import type { Server } from "../../server/create-server.ts";
import { CallList } from "./visit-list.ts";
import type { HttpCall } from "./visit.ts";
import { createHost, type CountingHost } from "./counting-host.ts";
import { createEndpoints, type Endpoints } from "./endpoints.ts";
import type { HttpHost, ResolvedOptions } from "./services.ts";
import type { HttpOptions } from "./options.ts";
import { createReception, type Phase } from "./handle-visit.ts";
import { replyError } from "./replies.ts";
import { resolveOptions } from "./resolve-options.ts";
import { within } from "./within.ts";

/** How busy a server is. */
export interface HttpStatus {
  /** Sessions that are open. */
  readonly sessions: number;
  /** Streams that are open. */
  readonly streams: number;
  /** Requests that have no whole answer yet: streams are such too. */
  readonly requests: number;
  /** Whether it takes no more requests. */
  readonly closing: boolean;
}

export interface CloseOptions {
  /** How long calls in flight may take, in milliseconds; 10,000 by default. */
  readonly graceMs?: number;
}

/** What every face of the transport has. */
export interface HttpControls {
  /**
   * Takes no more requests, ends streams of changes, lets calls finish for up to
   * `graceMs` milliseconds, and closes the sessions.
   */
  close(options?: CloseOptions): Promise<void>;
  /** How busy it is. */
  status(): HttpStatus;
}

/** Serves HTTP requests, whatever brings them, until it is closed. */
export class HttpCore implements HttpControls {
  readonly options: ResolvedOptions;
  /** What has no whole answer yet. */
  readonly calls: CallList = new CallList();
  readonly #host: CountingHost;
  readonly #endpoints: Endpoints;
  readonly #receive: (call: HttpCall) => void;
  #phase: Phase = "open";
  #closed: Promise<void> | undefined;
  #onDrained: () => void = () => {};

  constructor(server: Server, given: HttpOptions, turns: HttpHost["turns"]) {
    this.options = resolveOptions(server, given);
    const onError = reporter(given.onError);
    this.#host = createHost(server, this.options, turns, onError);
    this.#endpoints = createEndpoints(this.#host);
    this.#receive = createReception(this.#host, this.#endpoints, {
      phase: () => this.#phase,
      isFull: () => this.#isFull,
      fail: (call, error) => this.#fail(call, error),
    });
  }

  /** Answers a call, now or later. Never throws. */
  accept(call: HttpCall): void {
    this.calls.add(call);
    try {
      this.#receive(call);
    } catch (error) {
      this.#fail(call, error);
    }
  }

  /** Hears from the face that a call has its whole answer, or nobody waits for it. */
  done(call: HttpCall): void {
    this.calls.delete(call);
    if (this.calls.size === 0) this.#onDrained();
  }

  status(): HttpStatus {
    return {
      sessions: this.#endpoints.handshake?.sessions ?? 0,
      streams: this.#host.streams,
      requests: this.calls.size,
      closing: this.#phase !== "open",
    };
  }

  close({ graceMs = 10_000 }: CloseOptions = {}): Promise<void> {
    return (this.#closed ??= this.#close(graceMs));
  }

  async #close(graceMs: number): Promise<void> {
    this.#phase = "closing";
    const { stateless, handshake, sse } = this.#endpoints;
    const endpoints = [stateless, handshake, sse];
    const ended = Promise.all(endpoints.map((endpoint) => endpoint?.end()))
      .then(() => this.#drained())
      .catch(this.#host.onError);
    await within(ended, graceMs, "closing").catch(() => {});
    this.#phase = "closed";
    for (const endpoint of endpoints) endpoint?.close();
    const reason = new TransportError("the server is closed");
    for (let call = this.calls.first; call; call = this.calls.first) {
      call.cut(reason);
      this.calls.delete(call);
    }
  }

  /** Open streams have a bound of their own. */
  get #isFull(): boolean {
    const requests = this.calls.size - this.#host.streams;
    return requests > this.options.maxRequests;
  }

  /** Resolves when every call has its whole answer. */
  #drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#onDrained = resolve;
      if (this.calls.size === 0) resolve();
    });
  }

  #fail(call: HttpCall, error: unknown): void {
    this.#host.onError(toError(error));
    try {
      const message = "Internal error";
      replyError(call, { status: 500, code: INTERNAL_ERROR, message });
    } catch {
      // It has the beginning of an answer already.
      call.cut(toError(error));
    }
  }
}
