import type { Validate } from "../issue.ts";
import type { JsonObject } from "../message.ts";
import type { ResultCondition } from "./result-condition.ts";

/**
 * What the runtime knows of a revision: the tables of a generated `dispatch`
 * module are such, and nothing else in the runtime depends on the revision.
 */
export interface ProtocolTable {
  /** Its name, such as a date. */
  readonly revision: string;
  /** `handshake` opens with `initialize`; in `stateless` each request stands alone. */
  readonly lifecycle: "handshake" | "stateless";
  /** Whether several messages may travel as one array. */
  readonly batches: boolean;
  /** Whether an error may travel without an id; else the id is null. */
  readonly errorsWithoutId: boolean;
  /** The codes of the revision's errors, by name. */
  readonly errorCodes: { readonly [name: string]: number };
  /**
   * Codes that are not sent, but for those above, and what is instead: the first
   * range that fits holds.
   */
  readonly reservedCodes?: readonly (readonly [
    from: number,
    to: number,
    as: number,
  ])[];
  /** Keys of `_meta` with a reserved prefix that the schema names. */
  readonly metaKeys?: readonly string[];
  /** What is true of the revision and stands in no type. */
  readonly facts: readonly string[];
  /** What it says of each request, by method. */
  readonly requests: { readonly [method: string]: RequestEntry };
  /** What it says of each notification, by method. */
  readonly notifications: { readonly [method: string]: NotificationEntry };
  /** What extensions let a client subscribe to. */
  readonly subscriptions?: Subscriptions;
}

/** The subscriptions of extensions, as the core looks at them. */
export interface Subscriptions {
  /** Whether a notification is told to those alone who asked for it. */
  has(method: string): boolean;
  /** The part of a filter that a server with these capabilities honours. */
  honoured(filter: JsonObject, capabilities: unknown): JsonObject;
  /** Whether a notification is meant by a filter. */
  passes(
    filter: JsonObject,
    method: string,
    params: JsonObject | undefined,
  ): boolean;
}

/** How a client says which notifications of an extension it wants to hear of. */
export interface SubscriptionRow {
  /** The field of the filter that lists what is meant. */
  readonly filter: string;
  /** The param of the notification that is looked for in that list. */
  readonly param: string;
}

/** A message that has no answer. */
export interface NotificationEntry {
  /** The name of the handler, such as `callTool`. */
  readonly handler: string;
  readonly direction: Direction;
  /** Absent on a side that does not receive the message. */
  readonly params?: ParamsEntry;
  readonly capability?: CapabilityEntry;
  /** The extension that it is of, where it is none of the revision's own. */
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

/** A message that has an answer. */
export interface RequestEntry extends NotificationEntry {
  /** In the order of choice; absent on a side that does not send the request. */
  readonly results?: readonly ResultEntry[];
  /** The param that names what is called, such as a tool. */
  readonly name?: string;
  /** Whether the answer may ask for input first. */
  readonly input?: true;
  /** Whether the result says how long it may be kept. */
  readonly cacheable?: true;
}

/** Who sends a message: `embedded` ones travel inside another one. */
export type Direction =
  "clientToServer" | "serverToClient" | "both" | "embedded" | "none";

/** The params of a method. */
export interface ParamsEntry {
  readonly required: boolean;
  readonly validate: Validate;
}

/** A result that answers a request; `when` tells it from the others. */
export interface ResultEntry {
  readonly when?: ResultCondition;
  readonly validate: Validate;
}

/** What has to be declared before a message is sent. */
export interface CapabilityEntry {
  /** Who declares it: one side, or whoever receives or sends the message. */
  readonly side: Side | "receiver" | "sender";
  readonly path: readonly string[];
  /** Whether the capability is a boolean; else it is an object. */
  readonly flag: boolean;
}

/** An end of a conversation. */
export type Side = "client" | "server";

/** A revision that a server or a client speaks. */
export interface SpokenRevision {
  /** What the revision says of its methods. */
  readonly table: ProtocolTable;
  /**
   * Guards by method, for what a value of the newest revision may not fit here:
   * results on their way to clients, params of requests on their way out.
   */
  readonly fits?: { readonly [method: string]: Validate };
  /**
   * What this side sends: in the newest revision all, in an older one what the
   * newest does not know.
   */
  readonly sends?: Sends;
}

/** Guards of what a side sends, by method: of results, or params of notifications. */
export interface Sends {
  readonly [method: string]: readonly ResultEntry[];
}

/** Looks an untrusted method up; `constructor` is not one. */
export function entryOf<Entry>(
  entries: { readonly [method: string]: Entry },
  method: string,
): Entry | undefined {
  return Object.hasOwn(entries, method) ? entries[method] : undefined;
}

/** Whether a revision is spoken that has no handshake. */
export function isStateless({
  table,
}: {
  readonly table: ProtocolTable;
}): boolean {
  return table.lifecycle === "stateless";
}

/** Whether a side receives what travels in a direction. */
export function receives(side: Side, direction: Direction): boolean {
  if (direction === "both") return true;
  return (
    direction === (side === "server" ? "clientToServer" : "serverToClient")
  );
}

/** Whether a server can ask it of a client: alone, or inside a result. */
export function isAskable({ direction }: RequestEntry): boolean {
  return direction === "serverToClient" || direction === "embedded";
}
