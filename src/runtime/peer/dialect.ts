import { declareCapabilities } from "../protocol/revision/capabilities.ts";
import type { Handler, HandlerMap } from "./handlers.ts";
import type { Validate } from "../protocol/issue.ts";
import { isObject, type JsonObject } from "../protocol/message.ts";
import {
  entryOf,
  receives,
  type NotificationEntry,
  type ProtocolTable,
  type RequestEntry,
  type Side,
  type SpokenRevision,
} from "../protocol/revision/protocol-table.ts";
import { foreignEntry, type IsForeign } from "../protocol/revision/foreign.ts";
import { createHandlerContext } from "./handler-context.ts";
import type { Identity } from "./identity.ts";
import { noticeRates, type NoticeRates } from "../protocol/timers/notices.ts";
import type { CreateContext } from "./record.ts";
import type { SentChecks } from "../protocol/revision/sent.ts";

/** One revision as one side speaks it. */
export interface Dialect {
  readonly table: ProtocolTable;
  readonly side: Side;
  readonly identity: Identity;
  /** What this side declares: it changes when features are added to a server. */
  capabilities: JsonObject;
  readonly requests: Map<string, HandledRequest>;
  readonly notifications: Map<string, HandledNotification>;
  readonly fits: { readonly [method: string]: Validate | undefined };
  readonly createContext: CreateContext;
  /** How much a handler may tell meanwhile. */
  readonly rates: Required<NoticeRates>;
  /** What leaves is checked by these, unless that is turned off. */
  readonly sent: SentChecks | undefined;
  /** Whether a method is a vendor's, which either side may send. */
  readonly isForeign: IsForeign;
  /** The extensions that take part, where there are any. */
  readonly joined: Together | undefined;
}

/** A request that is answered here, and how. */
export interface HandledRequest {
  readonly entry: RequestEntry;
  readonly handler: Handler;
}

/** A notification that is heard here, and by what. */
export interface HandledNotification {
  readonly entry: NotificationEntry;
  readonly handler: Handler;
}

/** How one side speaks its revisions, where not in the usual way. */
export interface Manner {
  readonly createContext?: CreateContext | undefined;
  readonly rates?: NoticeRates | undefined;
  readonly sent?: SentChecks | undefined;
  readonly isForeign?: IsForeign;
  readonly joined?: Together | undefined;
}

/** One revision, in which nothing is offered yet. */
export function createDialect(
  { table, fits = {} }: SpokenRevision,
  side: Side,
  identity: Identity,
  manner: Manner = {},
): Dialect {
  const { createContext = createHandlerContext, rates = {}, sent } = manner;
  const { isForeign = () => false, joined } = manner;
  return {
    table,
    side,
    identity,
    capabilities: {},
    requests: new Map(),
    notifications: new Map(),
    fits,
    createContext,
    rates: noticeRates(rates),
    sent,
    isForeign,
    joined,
  };
}

/** Handlers, which imply what is declared: unless the offer says that itself. */
export interface Offer {
  /** The handlers, by method. */
  readonly handlers: HandlerMap;
  /** What is declared for them. */
  readonly capabilities?: JsonObject;
}

/** An extension at work on either side. */
export interface Joined {
  /** The revision with what the extension adds to it. */
  extend(revision: SpokenRevision): SpokenRevision;
  /** What it answers and hears in a revision, beside what the user's own handlers do. */
  offer?(
    table: ProtocolTable,
    handles: (method: string) => boolean,
  ): Offer | undefined;
  /** What stands around the handler of a method. */
  around?(method: string, handler: Handler, table: ProtocolTable): Handler;
  /** What a server or a client has of it. */
  readonly member?: object;
  /** The fields of tools that it takes. */
  readonly toolOptions?: readonly string[];
}

/** All extensions of a server or a client at work. */
export interface Together {
  /** The revision with what they add to it. */
  readonly extend: (revision: SpokenRevision) => SpokenRevision;
  /** What is offered in a revision, with what they offer behind it. */
  offers(table: ProtocolTable, own: readonly Offer[]): readonly Offer[];
  /** A handler with what they put around it. */
  around(method: string, handler: Handler, table: ProtocolTable): Handler;
  /** The fields of tools that they take. */
  readonly toolOptions: readonly string[];
  /** Gives a server or a client their members. Throws a TypeError for a name that is taken. */
  addTo(endpoint: object): void;
}

/** Replaces what is served; an earlier offer's handler goes before a later one's. */
export function offer(dialect: Dialect, own: readonly Offer[]): void {
  const { table, side, identity, requests, notifications, joined } = dialect;
  const offers = joined ? joined.offers(table, own) : own;
  requests.clear();
  notifications.clear();
  for (const { handlers } of offers) bind(dialect, handlers);
  const declared = offers.map(({ capabilities }) => capabilities);
  const implied = offers.flatMap(({ handlers, capabilities }) =>
    capabilities ? [] : [...handlers.keys()],
  );
  dialect.capabilities = declareCapabilities(
    table,
    side,
    implied,
    mergeCapabilities([...declared, identity.capabilities]),
  );
}

/** What several declare of one capability is all declared; who says more of it comes last. */
function mergeCapabilities(
  declared: readonly (object | undefined)[],
): JsonObject {
  const merged: { [name: string]: unknown } = {};
  for (const one of declared)
    for (const [name, value] of Object.entries(one ?? {})) {
      const known = merged[name];
      merged[name] =
        isObject(known) && isObject(value) ? { ...known, ...value } : value;
    }
  return merged;
}

/** Takes what this side receives. */
function bind(dialect: Dialect, handlers: HandlerMap): void {
  const { table, side, requests, notifications, joined } = dialect;
  for (const [method, own] of handlers) {
    const handler = joined ? joined.around(method, own, table) : own;
    const isForeign = dialect.isForeign(method);
    const request = isForeign
      ? { ...foreignEntry, ...requestBase(table) }
      : entryOf(table.requests, method);
    if (request && hears(side, request) && !requests.has(method))
      requests.set(method, { entry: request, handler });
    const notification = isForeign
      ? foreignEntry
      : entryOf(table.notifications, method);
    if (notification && hears(side, notification) && !notifications.has(method))
      notifications.set(method, { entry: notification, handler });
  }
}

/** What each request of the revision has. */
function requestBase({
  requests,
}: ProtocolTable): Pick<RequestEntry, "params"> {
  const { params } = requests["ping"] ?? requests["server/discover"] ?? {};
  return params ? { params } : {};
}

/** A client also answers the requests that come inside a result. */
function hears(side: Side, { direction }: NotificationEntry): boolean {
  return (
    receives(side, direction) || (side === "client" && direction === "embedded")
  );
}
