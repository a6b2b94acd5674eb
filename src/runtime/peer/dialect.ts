import { declareCapabilities } from "../table/capabilities.ts";
import type { Handler, HandlerMap } from "./handlers.ts";
import type { Validate } from "../wire/issue.ts";
import type { JsonObject } from "../wire/message.ts";
import {
  entryOf,
  receives,
  type NotificationEntry,
  type ProtocolTable,
  type RequestEntry,
  type Side,
  type SpokenRevision,
} from "../table/protocol-table.ts";
import { createContextClass, type RequestContext } from "./request-context.ts";

/** What a side says of itself, in every revision alike. */
export interface Identity {
  readonly info: object;
  readonly instructions?: string | undefined;
  readonly capabilities?: object | undefined;
  /** How long clients may keep results that do not say so themselves. */
  readonly cache?: object | undefined;
}

/** One revision as one side speaks it. */
export interface Dialect {
  readonly table: ProtocolTable;
  readonly side: Side;
  readonly identity: Identity;
  /** What this side declares: it changes when features are added to a server. */
  capabilities: JsonObject;
  readonly requests: Map<string, ServedRequest>;
  readonly notifications: Map<string, ServedNotification>;
  readonly fits: { readonly [method: string]: Validate | undefined };
  readonly Context: typeof RequestContext;
}

export interface ServedRequest {
  readonly entry: RequestEntry;
  readonly handler: Handler;
}

export interface ServedNotification {
  readonly entry: NotificationEntry;
  readonly handler: Handler;
}

/** Handlers are written against the newest revision that is spoken. */
export function createDialect(
  { table, fits = {} }: SpokenRevision,
  side: Side,
  identity: Identity,
  newest: ProtocolTable = table,
): Dialect {
  return {
    table,
    side,
    identity,
    capabilities: {},
    requests: new Map(),
    notifications: new Map(),
    fits,
    Context: createContextClass(newest),
  };
}

/** Handlers, and capabilities beside those that the handlers imply. */
export interface Offer {
  readonly handlers: HandlerMap;
  readonly capabilities?: JsonObject;
}

/** Replaces what is served; an earlier offer's handler goes before a later one's. */
export function offer(dialect: Dialect, offers: readonly Offer[]): void {
  const { table, side, identity, requests, notifications } = dialect;
  requests.clear();
  notifications.clear();
  for (const { handlers } of offers) bind(dialect, handlers);
  const declared = offers.map(({ capabilities }) => capabilities);
  dialect.capabilities = declareCapabilities(
    table,
    side,
    requests.keys(),
    Object.assign({}, ...declared, identity.capabilities),
  );
}

/** Takes what this side receives. */
function bind(dialect: Dialect, handlers: HandlerMap): void {
  const { table, side, requests, notifications } = dialect;
  for (const [method, handler] of handlers) {
    const request = entryOf(table.requests, method);
    if (request && hears(side, request) && !requests.has(method))
      requests.set(method, { entry: request, handler });
    const notification = entryOf(table.notifications, method);
    if (notification && hears(side, notification) && !notifications.has(method))
      notifications.set(method, { entry: notification, handler });
  }
}

/** A client also answers the requests that come inside a result. */
function hears(side: Side, { direction }: NotificationEntry): boolean {
  return (
    receives(side, direction) || (side === "client" && direction === "embedded")
  );
}
