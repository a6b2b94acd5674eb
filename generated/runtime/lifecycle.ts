// The runtime of mcp-gen 0.1.0.

import type { UntypedCaller } from "./caller.js";
import type { HandlerMap } from "./handlers.js";
import type { JsonObject } from "./message.js";

/** What a side says of itself. */
export interface Identity {
  readonly info: object;
  readonly capabilities: JsonObject;
  readonly instructions: string | undefined;
}

/** What is known of the peer; all is absent until it has told. */
export interface PeerIdentity {
  readonly info?: unknown;
  readonly capabilities?: unknown;
  readonly instructions?: unknown;
}

/**
 * How two peers agree on what they speak. There is one for each side of the
 * handshake and of the stateless protocol; a connection knows no other
 * difference between them.
 */
export interface Lifecycle {
  /** Answers to the lifecycle's own requests, where the user has none. */
  readonly handlers: HandlerMap;
  /** Opens the conversation; for a server there is nothing to do. */
  open(caller: UntypedCaller): Promise<void>;
  /** Throws the error that refuses a request which may not be answered now. */
  admit(method: string, params: unknown): void;
  /** Sees every valid message before its handler. */
  observe(method: string, params: unknown): void;
  /** What to wait for before a request may be sent, if anything. */
  ready(method: string): Promise<void> | undefined;
  /** The peer, as the message with these params tells. */
  peer(params: unknown): PeerIdentity;
  /** Completes the params of a request on its way out. */
  prepare(params: JsonObject | undefined): JsonObject | undefined;
  /** Completes a result on its way out. */
  complete(result: JsonObject): JsonObject;
}
