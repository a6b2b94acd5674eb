import type { Session } from "./context.ts";
import type { CallOptions } from "./caller.ts";
import type { Dialect } from "./dialect.ts";
import type { LogLevel } from "../protocol/log-level.ts";
import type { ReceivedRequest } from "../protocol/received.ts";
import type { JsonObject } from "../protocol/message.ts";
import type {
  ProtocolTable,
  RequestEntry,
} from "../protocol/revision/protocol-table.ts";

/** What is known of the peer; all is absent until it has told. */
export interface PeerIdentity {
  readonly info?: unknown;
  readonly capabilities?: unknown;
  readonly instructions?: unknown;
}

/** What a message is part of: which revision is spoken, and with whom. */
export interface Exchange {
  readonly dialect: Dialect;
  readonly peer: PeerIdentity;
  /** The least severe log messages that the peer wants; undefined is none. */
  readonly logLevel: LogLevel | undefined;
  /** The client's session, at a server where there is one. */
  readonly session?: Session | undefined;
  /** Resolves when the peer may be asked; undefined when it may. */
  readonly ready?: Promise<unknown> | undefined;
  /** Takes over the `_meta` of the message if it was not valid as it came. */
  replaceMeta?(meta: JsonObject): void;
  /** Sees a valid message before its handler does. */
  observe?(method: string, params: unknown): void;
  /** Sees a request that its handler accepted; throws to refuse it after all. */
  accepted?(method: string, params: unknown): void;
  /** Completes what a handler answered with, on its way out. */
  complete(entry: RequestEntry, result: JsonObject, method: string): JsonObject;
  /** Completes the params of a request on its way out. */
  prepare(
    params: JsonObject | undefined,
    options: CallOptions,
  ): JsonObject | undefined;
}

/** How two peers agree on what they speak: a connection knows no more of it. */
export interface Lifecycle {
  /** The revision that rules what names none: batches, errors without an id. */
  readonly table: ProtocolTable;
  /** What an incoming request is part of; throws the error that refuses it. */
  accept(request: ReceivedRequest): Exchange;
  /** What an incoming notification is part of; undefined when it is to be dropped. */
  hear(): Exchange | undefined;
  /** What a message of this side's own is part of, as soon as there is something. */
  outgoing(method: string): Exchange | Promise<Exchange>;
}
