import type { Dialect } from "../peer/dialect.ts";
import { INVALID_REQUEST, ProtocolError } from "../wire/errors.ts";
import type { Exchange, PeerIdentity } from "../peer/exchange.ts";
import type { Handler, HandlerMap } from "../peer/handlers.ts";
import { isLogLevel, type LogLevel } from "../wire/log-level.ts";
import { isObject, type JsonObject } from "../wire/message.ts";
import type { RequestEntry } from "../table/protocol-table.ts";
import type { RequestRecord } from "../peer/record.ts";

/** A bound on what one client can make the server keep. */
const maxSubscriptions = 10_000;

/**
 * A server's side of a conversation that `initialize` opens: the page
 * `basic/lifecycle` of the revisions that have a handshake.
 */
export class HandshakeSession implements Exchange {
  readonly dialect: Dialect;
  peer: PeerIdentity = {};
  logLevel: LogLevel = "debug";
  readonly resources: Set<unknown> = new Set();
  /** Until the client has said that it is ready. */
  ready: Promise<unknown> | undefined;
  #open: () => void = () => {};
  readonly #onBegin: ((session: HandshakeSession) => void) | undefined;

  constructor(dialect: Dialect, onBegin?: (session: HandshakeSession) => void) {
    // A copy: what is declared when a session opens holds to its end.
    this.dialect = { ...dialect };
    this.#onBegin = onBegin;
    this.ready = new Promise<void>((resolve) => (this.#open = resolve));
  }

  observe(method: string, params: unknown): void {
    if (method === "initialize" && isObject(params))
      this.peer = {
        info: params["clientInfo"],
        capabilities: params["capabilities"],
      };
    if (method === "notifications/initialized") {
      this.ready = undefined;
      this.#open();
    }
  }

  /** Remembers what the request asks for; one that a handler refused has no effect. */
  accepted(method: string, params: unknown): void {
    if (isObject(params)) this.#remember(method, params);
  }

  complete(
    _entry: RequestEntry,
    result: JsonObject,
    method: string,
  ): JsonObject {
    if (!foreign.some((name) => name in result)) return result;
    const { resultType, ttlMs, cacheScope, ...rest } = result;
    if (resultType === "input_required")
      throw new TypeError(`${method} cannot ask for input`);
    return rest;
  }

  prepare(params: JsonObject | undefined): JsonObject | undefined {
    return params;
  }

  #remember(method: string, { level, uri }: JsonObject): void {
    switch (method) {
      case "initialize":
        return this.#onBegin?.(this);
      case "logging/setLevel":
        if (isLogLevel(level)) this.logLevel = level;
        return;
      case "resources/unsubscribe":
        this.resources.delete(uri);
        return;
      case "resources/subscribe":
        if (this.resources.size >= maxSubscriptions)
          throw new ProtocolError(INVALID_REQUEST, "Too many subscriptions");
        this.resources.add(uri);
    }
  }
}

/** What only the results of a stateless revision say. */
const foreign = ["resultType", "ttlMs", "cacheScope"];

const acknowledge: Handler = () => ({});

/** What belongs to the handshake; a user's own handlers go before these. */
export const handshakeHandlers: HandlerMap = /* @__PURE__ */ new Map([
  ["initialize", initialize],
  ["ping", acknowledge],
  ["logging/setLevel", acknowledge],
  ["resources/subscribe", acknowledge],
  ["resources/unsubscribe", acknowledge],
]);

function initialize(
  _params: unknown,
  { table, capabilities, identity }: RequestRecord,
): JsonObject {
  const { info, instructions } = identity;
  return {
    // When the client asked for another: the counter-offer.
    protocolVersion: table.revision,
    capabilities,
    serverInfo: info,
    ...(instructions !== undefined && { instructions }),
  };
}
