import type { Session } from "../peer/context.ts";
import type { Dialect } from "../peer/dialect.ts";
import type { Exchange, PeerIdentity } from "../peer/exchange.ts";
import type { Handler, HandlerMap } from "../peer/handlers.ts";
import type { RequestRecord } from "../peer/record.ts";
import {
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  ProtocolError,
  invalidParams,
} from "../protocol/errors.ts";
import { type LogLevel, isLogLevel } from "../protocol/log-level.ts";
import { type JsonObject, isObject } from "../protocol/message.ts";
import { isTold, wholesOf } from "../protocol/revision/changes.ts";
import type { RequestEntry } from "../protocol/revision/protocol-table.ts";
import { normalizeUri } from "../protocol/uri.ts";
import { weigh } from "../protocol/weigh.ts";
import {
  type Keeping,
  clientInfoProblem,
  requireShortUri,
} from "./memory-budget.ts";

/** A bound on what one client can make the server keep. */
const maxSubscriptions = 10_000;

/** Requests for what a session remembers. */
const stateful: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "logging/setLevel",
  "resources/subscribe",
  "resources/unsubscribe",
]);

/**
 * A server's side of a conversation that `initialize` opens: the page
 * `basic/lifecycle` of the revisions that have a handshake.
 */
export class HandshakeExchange implements Exchange {
  readonly dialect: Dialect;
  peer: PeerIdentity = {};
  /** From the handshake on; not where the conversation was opened elsewhere. */
  session: Session | undefined;
  logLevel: LogLevel = "debug";
  /** In their normal form. */
  readonly resources: Set<unknown> = new Set();
  /** Until the client has said that it is ready. */
  ready: Promise<unknown> | undefined;
  #open: () => void = () => {};
  readonly #keeping: Keeping;
  readonly #onBegin: ((opened: HandshakeExchange) => void) | undefined;
  readonly #isStateless: boolean;

  constructor(
    dialect: Dialect,
    keeping: Keeping,
    onBegin?: (opened: HandshakeExchange) => void,
    isStateless = false,
  ) {
    this.#keeping = keeping;
    this.#isStateless = isStateless;
    // A copy: what is declared when it opens holds to its end.
    this.dialect = { ...dialect };
    this.#onBegin = onBegin;
    this.ready = new Promise<void>((resolve) => (this.#open = resolve));
  }

  observe(method: string, params: unknown): void {
    if (this.#isStateless && stateful.has(method))
      throw new ProtocolError(
        METHOD_NOT_FOUND,
        `Method not found: ${method}: this server has no sessions to remember it in`,
      );
    if (method === "initialize" && isObject(params)) this.#meet(params);
    if (method === "resources/subscribe" && isObject(params))
      requireShortUri(params["uri"], "uri", this.#keeping);
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
    { extension }: RequestEntry,
    result: JsonObject,
    method: string,
  ): JsonObject {
    if (!foreign.some((name) => name in result)) return result;
    const { resultType = "complete", ttlMs, cacheScope, ...rest } = result;
    if (resultType === "input_required")
      throw new TypeError(`${method} cannot ask for input`);
    // What an extension says, it says in all revisions alike.
    return extension || resultType !== "complete" ? result : rest;
  }

  prepare(params: JsonObject | undefined): JsonObject | undefined {
    return params;
  }

  /** Whether the client hears of a change: not until it has said that it is ready. */
  hears(method: string, params: JsonObject | undefined): boolean {
    if (this.ready || !isTold(method, this.dialect.capabilities)) return false;
    const uri = params?.["uri"];
    if (uri === undefined || this.resources.has(uri)) return true;
    if (this.resources.size === 0) return false;
    return wholesOf(String(uri)).some((whole) => this.resources.has(whole));
  }

  /** What a client says of itself is kept, and so it is not to be long. */
  #meet(params: JsonObject): void {
    const problem = clientInfoProblem(params, this.#keeping);
    if (problem) throw invalidParams(`Invalid params: ${problem}`);
    this.peer = {
      info: params["clientInfo"],
      capabilities: params["capabilities"],
    };
  }

  #remember(method: string, { level, uri }: JsonObject): void {
    switch (method) {
      case "initialize":
        return this.#begin();
      case "logging/setLevel":
        if (isLogLevel(level)) this.logLevel = level;
        return;
      case "resources/unsubscribe":
        this.#unsubscribe(normalizeUri(String(uri)));
        return;
      case "resources/subscribe":
        return this.#subscribe(normalizeUri(String(uri)));
    }
  }

  #begin(): void {
    this.#onBegin?.(this);
    try {
      this.#count(weigh(this.peer));
    } catch (error) {
      this.peer = {};
      throw error;
    }
  }

  /** A client may say twice what it wants to hear of. */
  #subscribe(uri: string): void {
    if (this.resources.has(uri)) return;
    if (this.resources.size >= maxSubscriptions)
      throw new ProtocolError(INVALID_REQUEST, "Too many subscriptions");
    this.#count(weigh(uri));
    this.resources.add(uri);
  }

  #unsubscribe(uri: string): void {
    if (this.resources.delete(uri)) this.#keeping.remove(weigh(uri));
  }

  #count(bytes: number): void {
    if (!this.#keeping.add(bytes))
      throw new ProtocolError(
        INVALID_REQUEST,
        "Too much is kept of the client",
      );
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
