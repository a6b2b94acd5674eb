// The runtime of mcp-gen 0.1.0.

import { RequestContext, type ContextSource } from "./context.js";
import {
  describeIssue,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  ProtocolError,
  toError,
  toErrorObject,
  TransportError,
} from "./errors.js";
import type { Handler, HandlerMap } from "./handlers.js";
import type { Lifecycle } from "./lifecycle.js";
import {
  isObject,
  isRequestId,
  metaOf,
  type JsonObject,
  type RequestId,
} from "./message.js";
import {
  entryOf,
  receives,
  type ParamsEntry,
  type ProtocolTable,
  type Side,
} from "./protocol-table.js";
import type { Sink } from "./transport.js";

export interface ServedOptions {
  readonly table: ProtocolTable;
  readonly side: Side;
  readonly handlers: HandlerMap;
  readonly lifecycle: Lifecycle;
  readonly onError: (error: Error) => void;
  /** What the contexts of a message offer, whose traffic goes to the sink. */
  source(params: unknown, sink: Sink): ContextSource;
}

interface Call {
  readonly id: RequestId;
  readonly method: string;
  readonly params: unknown;
}

/** The requests and notifications of the peer, and their way to a handler. */
export class Served {
  readonly #options: ServedOptions;
  readonly #inFlight = new Map<RequestId, RequestContext>();
  #drained: (() => void) | undefined;

  constructor(options: ServedOptions) {
    this.#options = options;
  }

  /** Answers a request, always: with a result or with an error. */
  async answer(call: Call, sink: Sink): Promise<void> {
    const { id, method, params } = call;
    if (this.#inFlight.has(id)) {
      const error = new ProtocolError(INVALID_REQUEST, "The id is in use");
      return this.#fail(id, error, sink);
    }
    const source = this.#options.source(params, sink);
    const context = new RequestContext(source, method, id, metaOf(params));
    this.#inFlight.set(id, context);
    try {
      const handler = this.#admit(method, params);
      const result = this.#complete(method, await handler(params, context));
      if (!context.cancelled) sink.send({ jsonrpc: "2.0", id, result });
    } catch (error) {
      if (!context.cancelled) this.#fail(id, error, sink);
    } finally {
      context.end();
      this.#inFlight.delete(id);
      if (this.#inFlight.size === 0) this.#drained?.();
    }
  }

  /** Hands a notification to its handler; an invalid one is only reported. */
  async notice(method: string, params: unknown, sink: Sink): Promise<void> {
    const { table, side, handlers, lifecycle, onError, source } = this.#options;
    const entry = entryOf(table.notifications, method);
    if (!entry || !receives(side, entry.direction)) return;
    try {
      requireParams(entry.params, params);
      lifecycle.observe(method, params);
      const handler = handlers.get(method);
      if (!handler) return;
      const meta = metaOf(params);
      await handler(
        params,
        new RequestContext(source(params, sink), method, undefined, meta),
      );
    } catch (error) {
      onError(toError(error));
    }
  }

  /** Aborts a request that its peer took back; `initialize` cannot be. */
  cancel(id: unknown, reason: Error): void {
    const context = isRequestId(id) ? this.#inFlight.get(id) : undefined;
    if (context && context.method !== "initialize") context.cancel(reason);
  }

  cancelAll(reason: Error): void {
    for (const context of this.#inFlight.values()) context.cancel(reason);
  }

  /** Resolves once nothing is in flight. */
  drained(): Promise<void> {
    if (this.#inFlight.size === 0) return Promise.resolve();
    return new Promise((resolve) => (this.#drained = resolve));
  }

  /** The handler of a valid request that may be answered now. */
  #admit(method: string, params: unknown): Handler {
    const { table, side, handlers, lifecycle } = this.#options;
    lifecycle.admit(method, params);
    const entry = entryOf(table.requests, method);
    const handler = handlers.get(method) ?? lifecycle.handlers.get(method);
    if (!entry || !receives(side, entry.direction) || !handler) {
      throw new ProtocolError(METHOD_NOT_FOUND, `Method not found: ${method}`);
    }
    requireParams(entry.params, params);
    lifecycle.observe(method, params);
    return handler;
  }

  #complete(method: string, result: unknown): JsonObject {
    if (isObject(result)) return this.#options.lifecycle.complete(result);
    throw new TypeError(`the handler of ${method} returned no object`);
  }

  #fail(id: RequestId, error: unknown, sink: Sink): void {
    if (!(error instanceof ProtocolError))
      this.#options.onError(toError(error));
    if (error instanceof TransportError) return;
    try {
      sink.send({ jsonrpc: "2.0", id, error: toErrorObject(error) });
    } catch (unsendable) {
      this.#options.onError(toError(unsendable));
    }
  }
}

function requireParams(entry: ParamsEntry, params: unknown): void {
  if (params === undefined) {
    if (!entry.required) return;
    throw new ProtocolError(INVALID_PARAMS, "Invalid params: missing");
  }
  const issue = entry.validate(params);
  if (!issue) return;
  throw new ProtocolError(
    INVALID_PARAMS,
    `Invalid params: ${describeIssue(issue)}`,
    {
      path: issue.path,
      reason: issue.message,
    },
  );
}
