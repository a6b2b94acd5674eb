import { hasCapability, requireCapability } from "./capabilities.ts";
import type { CallOptions, UntypedCaller } from "./caller.ts";
import { Calls } from "./calls.ts";
import { classify, type InvalidMessage } from "./classify.ts";
import type { ContextSource } from "./context.ts";
import {
  CancelledError,
  INVALID_REQUEST,
  InvalidMessageError,
  PARSE_ERROR,
  ProtocolError,
  TransportError,
} from "./errors.ts";
import type { HandlerMap } from "./handlers.ts";
import type { Lifecycle } from "./lifecycle.ts";
import {
  isObject,
  metaOf,
  withParams,
  type ErrorObject,
  type JsonObject,
  type RequestId,
} from "./message.ts";
import { readProgress } from "./progress.ts";
import {
  entryOf,
  receives,
  type ProtocolTable,
  type RequestEntry,
  type Side,
} from "./protocol-table.ts";
import { Served } from "./served.ts";
import type { Receiver, Sink, Transport } from "./transport.ts";

export interface ConnectionOptions {
  readonly table: ProtocolTable;
  readonly side: Side;
  readonly capabilities: JsonObject;
  readonly handlers: HandlerMap;
  readonly lifecycle: Lifecycle;
  readonly transport: Transport;
  /** Makes the typed calls that a handler's context offers. */
  readonly createPeer: (caller: UntypedCaller) => unknown;
  /** Hears what cannot be told to the peer. */
  readonly onError: (error: Error) => void;
}

/** One peer's end of a conversation: what it answers, and what it asks. */
export class Connection implements Receiver {
  /** Resolves when the transport is closed, however that came about. */
  readonly done: Promise<void>;
  readonly #options: ConnectionOptions;
  readonly #calls = new Calls();
  readonly #served: Served;
  #finish: () => void = () => {};

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.done = new Promise((resolve) => (this.#finish = resolve));
    this.#served = new Served({
      ...options,
      source: (params, sink) => this.#source(params, sink),
    });
    options.transport.start(this);
  }

  close(): Promise<void> {
    return this.#options.transport.close();
  }

  message(value: unknown, sink: Sink = this.#options.transport): void {
    const message = classify(value);
    switch (message.kind) {
      case "request":
        void this.#served.answer(message, sink);
        return;
      case "notification":
        this.#notice(message.method, message.params, sink);
        return;
      case "result":
        this.#calls.resolve(message.id, message.result);
        return;
      case "error":
        this.#fail(message.id, message.error);
        return;
      case "invalid":
        this.#refuse(message, sink);
        return;
      default:
        message satisfies never;
    }
  }

  unreadable(reason: string): void {
    this.#answerError(
      undefined,
      { code: PARSE_ERROR, message: `Parse error: ${reason}` },
      this.#options.transport,
    );
  }

  ended(): void {
    // An answer to a call of ours can no longer come; ours can still go.
    this.#calls.rejectAll(new TransportError("the peer closed the connection"));
    void this.#served.drained().then(() => this.close());
  }

  closed(error?: Error): void {
    const reason = new TransportError(
      error
        ? `the connection broke: ${error.message}`
        : "the connection is closed",
      { cause: error },
    );
    this.#calls.rejectAll(reason);
    this.#served.cancelAll(reason);
    this.#finish();
  }

  /** Calls the peer; what is sent goes to the sink. */
  caller(sink: Sink = this.#options.transport): UntypedCaller {
    return {
      // The guards prove the result's type, which the typed caller states.
      request: (method, params, options) =>
        this.#request(
          method,
          asParams(params),
          options ?? {},
          sink,
        ) as Promise<never>,
      notify: async (method, params) =>
        this.#notify(method, asParams(params), sink),
    };
  }

  async #request(
    method: string,
    params: JsonObject | undefined,
    options: CallOptions,
    sink: Sink,
  ): Promise<JsonObject> {
    const { lifecycle } = this.#options;
    const entry = this.#sendable(method);
    // Once closed, what follows fails at the transport.
    await Promise.race([lifecycle.ready(method), this.done]);
    const { capabilities } = lifecycle.peer(undefined);
    if (capabilities !== undefined) {
      requireCapability(method, entry.capability, this.#peerSide, capabilities);
    }
    return this.#calls.start({
      method,
      entry,
      options,
      send: (id) => {
        const complete = lifecycle.prepare(withToken(params, id, options));
        const request = { jsonrpc: "2.0", id, method } as const;
        sink.send(withParams(request, complete));
      },
      cancel: (requestId, reason) =>
        this.#cancel(method, requestId, reason, sink),
    });
  }

  /** The entry of a request that the peer receives. */
  #sendable(method: string): RequestEntry {
    const entry = entryOf(this.#options.table.requests, method);
    if (entry && receives(this.#peerSide, entry.direction)) return entry;
    throw new TypeError(`${method} is no request to a ${this.#peerSide}`);
  }

  get #peerSide(): Side {
    return this.#options.side === "server" ? "client" : "server";
  }

  #cancel(
    method: string,
    requestId: RequestId,
    reason: string,
    sink: Sink,
  ): void {
    // The handshake itself cannot be taken back.
    if (method === "initialize") return;
    try {
      this.#notify("notifications/cancelled", { requestId, reason }, sink);
    } catch {
      // The connection is closed: the peer has nothing left to cancel.
    }
  }

  #notify(method: string, params: JsonObject | undefined, sink: Sink): void {
    const entry = entryOf(this.#options.table.notifications, method);
    if (!entry || !receives(this.#peerSide, entry.direction)) {
      throw new TypeError(
        `${method} is no notification to a ${this.#peerSide}`,
      );
    }
    sink.send(withParams({ jsonrpc: "2.0", method } as const, params));
  }

  #notice(method: string, params: unknown, sink: Sink): void {
    if (method === "notifications/cancelled" && isObject(params)) {
      const reason = params["reason"];
      this.#served.cancel(
        params["requestId"],
        new CancelledError(typeof reason === "string" ? reason : "cancelled"),
      );
    }
    if (method === "notifications/progress" && isObject(params)) {
      const progress = readProgress(params);
      if (progress) this.#calls.progress(params["progressToken"], progress);
    }
    void this.#served.notice(method, params, sink);
  }

  #fail(id: RequestId | undefined, error: ErrorObject): void {
    const failure = new ProtocolError(error.code, error.message, error.data);
    if (id === undefined) this.#options.onError(failure);
    else this.#calls.reject(id, failure);
  }

  #refuse({ id, answer, reason }: InvalidMessage, sink: Sink): void {
    if (answer) {
      const message = `Invalid request: ${reason}`;
      this.#answerError(id, { code: INVALID_REQUEST, message }, sink);
      return;
    }
    const error = new InvalidMessageError(reason);
    if (id !== undefined) this.#calls.reject(id, error);
    this.#options.onError(error);
  }

  #answerError(
    id: RequestId | undefined,
    error: ErrorObject,
    sink: Sink,
  ): void {
    const known =
      id ?? (this.#options.table.errorsWithoutId ? undefined : null);
    try {
      sink.send(
        known === undefined
          ? { jsonrpc: "2.0", error }
          : { jsonrpc: "2.0", id: known, error },
      );
    } catch {
      // The connection is closed: nobody waits for this answer.
    }
  }

  #source(params: unknown, sink: Sink): ContextSource {
    const { lifecycle, createPeer, capabilities } = this.#options;
    const tell = (method: string, told: JsonObject): void => {
      try {
        this.#notify(method, told, sink);
      } catch (error) {
        // Once the peer is gone nobody misses it; anything else is a mistake.
        if (!(error instanceof TransportError)) throw error;
      }
    };
    return {
      peer: () => createPeer(this.caller(sink)),
      get peerInfo() {
        return lifecycle.peer(params).info;
      },
      get peerCapabilities() {
        return lifecycle.peer(params).capabilities;
      },
      progress: (progressToken, progress) =>
        tell("notifications/progress", { progressToken, ...progress }),
      log: (level, data, logger) => {
        if (!hasCapability(capabilities, ["logging"])) return;
        tell("notifications/message", {
          level,
          data,
          ...(logger !== undefined && { logger }),
        });
      },
    };
  }
}

function asParams(params: unknown): JsonObject | undefined {
  if (params === undefined || isObject(params)) return params;
  throw new TypeError("params must be an object");
}

/** The call's id is its progress token, so that both end together. */
function withToken(
  params: JsonObject | undefined,
  id: RequestId,
  options: CallOptions,
): JsonObject | undefined {
  if (!options.onProgress) return params;
  return { ...params, _meta: { ...metaOf(params), progressToken: id } };
}
