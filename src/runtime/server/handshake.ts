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
  type MemoryBudget,
  clientInfoIssue,
  assertUriLength,
} from "./memory-budget.ts";

/** Maximum number of resource subscriptions of one client. */
const maxSubscriptions = 10_000;

/** Requests that change the state of a session. */
const stateful: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "logging/setLevel",
  "resources/subscribe",
  "resources/unsubscribe",
]);

/**
 * Server side of a session that `initialize` opens, as the page `basic/lifecycle` of the
 * revisions with a handshake defines it.
 */
export class HandshakeExchange implements Exchange {
  readonly dialect: Dialect;
  peer: PeerIdentity = {};
  /** Session; undefined before the handshake, and for a session opened elsewhere. */
  session: Session | undefined;
  logLevel: LogLevel = "debug";
  /** Normalized URIs of the client's subscriptions. */
  readonly resources: Set<unknown> = new Set();
  /** Resolves when the client sends `notifications/initialized`; undefined after that. */
  ready: Promise<unknown> | undefined;
  #open: () => void = () => {};
  readonly #memory: MemoryBudget;
  readonly #onBegin: ((opened: HandshakeExchange) => void) | undefined;
  readonly #isStateless: boolean;

  constructor(
    dialect: Dialect,
    memory: MemoryBudget,
    onBegin?: (opened: HandshakeExchange) => void,
    isStateless = false,
  ) {
    this.#memory = memory;
    this.#isStateless = isStateless;
    // A copy: later changes of the capabilities do not affect this session.
    this.dialect = { ...dialect };
    this.#onBegin = onBegin;
    this.ready = new Promise<void>((resolve) => (this.#open = resolve));
  }

  observe(method: string, params: unknown): void {
    if (this.#isStateless && stateful.has(method))
      throw new ProtocolError(
        METHOD_NOT_FOUND,
        `Method not found: ${method}: this server has no sessions`,
      );
    if (method === "initialize" && isObject(params)) this.#setPeer(params);
    if (method === "resources/subscribe" && isObject(params))
      assertUriLength(params["uri"], "uri", this.#memory);
    if (method === "notifications/initialized") {
      this.ready = undefined;
      this.#open();
    }
  }

  /** Stores the result of a successful request; a rejected request has no effect. */
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
    // Results of extensions have the same form in all revisions.
    return extension || resultType !== "complete" ? result : rest;
  }

  prepare(params: JsonObject | undefined): JsonObject | undefined {
    return params;
  }

  /**
   * True if the client receives a change notification: it has to be initialized, and
   * subscribed if the change is of a resource.
   */
  hears(method: string, params: JsonObject | undefined): boolean {
    if (this.ready || !isTold(method, this.dialect.capabilities)) return false;
    const uri = params?.["uri"];
    if (uri === undefined || this.resources.has(uri)) return true;
    if (this.resources.size === 0) return false;
    return wholesOf(String(uri)).some((whole) => this.resources.has(whole));
  }

  /** Stores the client's info and capabilities. Throws if they are too long. */
  #setPeer(params: JsonObject): void {
    const problem = clientInfoIssue(params, this.#memory);
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
      this.#reserve(weigh(this.peer));
    } catch (error) {
      this.peer = {};
      throw error;
    }
  }

  /** Adds a subscription; a repeated one has no effect. */
  #subscribe(uri: string): void {
    if (this.resources.has(uri)) return;
    if (this.resources.size >= maxSubscriptions)
      throw new ProtocolError(INVALID_REQUEST, "Too many subscriptions");
    this.#reserve(weigh(uri));
    this.resources.add(uri);
  }

  #unsubscribe(uri: string): void {
    if (this.resources.delete(uri)) this.#memory.remove(weigh(uri));
  }

  #reserve(bytes: number): void {
    if (!this.#memory.add(bytes))
      throw new ProtocolError(
        INVALID_REQUEST,
        "The client exceeds its memory limit",
      );
  }
}

/** Result fields of stateless revisions only. */
const foreign = ["resultType", "ttlMs", "cacheScope"];

const acknowledge: Handler = () => ({});

/** Default handlers of the handshake. Handlers of the user take precedence. */
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
    // If the client requested another revision, this is the counter-offer.
    protocolVersion: table.revision,
    capabilities,
    serverInfo: info,
    ...(instructions !== undefined && { instructions }),
  };
}
