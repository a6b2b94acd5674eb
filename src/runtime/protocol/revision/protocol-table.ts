import type { Validate } from "../issue.ts";
import type { JsonObject } from "../message.ts";
import type { ResultCondition } from "./result-condition.ts";

/**
 * Data of a revision, as generated in its `dispatch` module. Nothing else in the runtime
 * depends on the revision.
 */
export interface ProtocolTable {
  /** Its name, such as a date. */
  readonly revision: string;
  /** `handshake` opens with `initialize`; in `stateless` each request stands alone. */
  readonly lifecycle: "handshake" | "stateless";
  /** True if several messages may be sent as one array. */
  readonly batches: boolean;
  /** True if an error may be sent without an id. Otherwise, the id is null. */
  readonly errorsWithoutId: boolean;
  /** Error codes of the revision, by name. */
  readonly errorCodes: { readonly [name: string]: number };
  /**
   * Ranges of codes that are not sent, except for `errorCodes`, each with its replacement.
   * The first range that includes the code applies.
   */
  readonly reservedCodes?: readonly (readonly [
    from: number,
    to: number,
    as: number,
  ])[];
  /** Keys of `_meta` with a reserved prefix that the schema names. */
  readonly metaKeys?: readonly string[];
  /** Features of the revision that its schema does not state. */
  readonly facts: readonly string[];
  /** Requests, by method. */
  readonly requests: { readonly [method: string]: RequestEntry };
  /** Notifications, by method. */
  readonly notifications: { readonly [method: string]: NotificationEntry };
  /** Subscriptions that extensions add. */
  readonly subscriptions?: Subscriptions;
}

/** Subscriptions of extensions. */
export interface Subscriptions {
  /** True if only subscribers receive the notification. */
  has(method: string): boolean;
  /** Returns the part of a filter that a server with these capabilities supports. */
  honoured(filter: JsonObject, capabilities: unknown): JsonObject;
  /** True if a notification matches a filter. */
  passes(
    filter: JsonObject,
    method: string,
    params: JsonObject | undefined,
  ): boolean;
}

/** Rule by which a filter selects notifications of an extension. */
export interface SubscriptionRow {
  /** Field of the filter with the list of selected values. */
  readonly filter: string;
  /** Param of the notification that must be in that list. */
  readonly param: string;
}

/** Notification: a message without a response. */
export interface NotificationEntry {
  /** Name of the handler, such as `callTool`. */
  readonly handler: string;
  readonly direction: Direction;
  /** Params. Absent on a side that does not receive the message. */
  readonly params?: ParamsEntry;
  readonly capability?: CapabilityEntry;
  /** Id of the extension that adds the message. Absent for messages of the revision. */
  readonly extension?: string;
  /** How a server tells it to a client that nothing else reaches, as advice. */
  readonly way?: string;
  /** Refuses the other side that did not declare what it needs; unknown is no refusal. */
  readonly gate?: (
    table: ProtocolTable,
    side: Side,
    capabilities: unknown,
  ) => Error | undefined;
}

/** Request: a message with a response. */
export interface RequestEntry extends NotificationEntry {
  /** Results, in the order of matching. Absent on a side that does not send the request. */
  readonly results?: readonly ResultEntry[];
  /** Param with the name of the feature, such as a tool. */
  readonly name?: string;
  /** Present if the response may be an input request. */
  readonly input?: true;
  /** Present if the result states how long it may be cached. */
  readonly cacheable?: true;
}

/** Direction of a message. An `embedded` one is sent inside another message. */
export type Direction =
  "clientToServer" | "serverToClient" | "both" | "embedded" | "none";

/** Params of a method. */
export interface ParamsEntry {
  readonly required: boolean;
  readonly validate: Validate;
}

/** Result of a request. The condition `when` distinguishes it from the others. */
export interface ResultEntry {
  readonly when?: ResultCondition;
  readonly validate: Validate;
}

/** Capability that a message requires. */
export interface CapabilityEntry {
  /** Side that declares it, or the receiver or sender of the message. */
  readonly side: Side | "receiver" | "sender";
  readonly path: readonly string[];
  /** True if the capability is a boolean. Otherwise, it is an object. */
  readonly flag: boolean;
}

/** Side of a connection. */
export type Side = "client" | "server";

/** Revision that a server or a client supports. */
export interface SpokenRevision {
  /** Methods and other data of the revision. */
  readonly table: ProtocolTable;
  /**
   * Guards by method, for values that are valid in the newest revision and may be invalid
   * in this one: results sent to clients, params of sent requests.
   */
  readonly fits?: { readonly [method: string]: Validate };
  /**
   * Guards of messages that this side sends: all in the newest revision, in an older one
   * only those that the newest lacks.
   */
  readonly sends?: Sends;
}

/** Guards of what a side sends, by method: of results, or params of notifications. */
export interface Sends {
  readonly [method: string]: readonly ResultEntry[];
}

/** Returns the entry of an untrusted method. Inherited names such as `constructor` have none. */
export function entryOf<Entry>(
  entries: { readonly [method: string]: Entry },
  method: string,
): Entry | undefined {
  return Object.hasOwn(entries, method) ? entries[method] : undefined;
}

/** Returns true if a revision has no handshake. */
export function isStateless({
  table,
}: {
  readonly table: ProtocolTable;
}): boolean {
  return table.lifecycle === "stateless";
}

/** Returns true if a side receives messages of a direction. */
export function receives(side: Side, direction: Direction): boolean {
  if (direction === "both") return true;
  return (
    direction === (side === "server" ? "clientToServer" : "serverToClient")
  );
}

/** Returns true if a server can send the request to a client: by itself, or in a result. */
export function isAskable({ direction }: RequestEntry): boolean {
  return direction === "serverToClient" || direction === "embedded";
}
