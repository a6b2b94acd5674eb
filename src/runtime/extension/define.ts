import type {
  ClientExtension,
  ClientHost,
  UsedExtension,
} from "../client/extension.ts";
import type { CallOptions, UntypedCaller } from "../peer/caller.ts";
import type { Context } from "../peer/context.ts";
import type { Joined } from "../peer/dialect.ts";
import { bindHandlers } from "../peer/handlers.ts";
import { asParams } from "../protocol/params.ts";
import type {
  ExtensionRows,
  ExtensionTable,
} from "../protocol/revision/extension.ts";
import {
  type NotificationEntry,
  type ProtocolTable,
  type Side,
  entryOf,
  receives,
} from "../protocol/revision/protocol-table.ts";
import type {
  ServedExtension,
  ServerExtension,
  ServerHost,
} from "../server/extension.ts";
import { withRows } from "./extend-revision.ts";
import { serveAll } from "./extension-set.ts";
import { gate, guardListening, guardResults } from "./gate.ts";
import { useAll } from "./install-client.ts";

/** What the types of an extension follow from. */
export interface ExtensionTypes {
  /** What a server answers and hears. */
  readonly serverHandlers: object;
  /** What a client answers and hears. */
  readonly clientHandlers: object;
  /** What either side declares in `capabilities.extensions`. */
  readonly settings: object;
  /** What a server can be sent. */
  readonly serverPeer: object;
  /** What a client can be sent. */
  readonly clientPeer: object;
  /** What a server tells those who want to hear. */
  readonly publisher: object;
}

/** How an extension takes part. */
export interface ExtensionOptions<Types extends ExtensionTypes> {
  /** What a server answers and hears of it, by the names of the methods. */
  readonly handlers?: Types["serverHandlers"];
  /** What a client answers and hears of it. */
  readonly clientHandlers?: Types["clientHandlers"];
  /**
   * What is declared of it in `capabilities.extensions`.
   *
   * @default {}
   */
  readonly settings?: Types["settings"];
}

/** An extension for the option `extensions` of servers and clients. */
export interface Extension<Name extends string, Types extends ExtensionTypes>
  extends
    ServerExtension<Name, Types["publisher"]>,
    ClientExtension<Name, Types["serverPeer"]> {
  /** The same with handlers and settings, beside those that it has. */
  with(options: ExtensionOptions<Types>): Extension<Name, Types>;
  /**
   * What the client of a request can be sent as part of it: calls reject with the
   * ProtocolError -32021 where the client did not declare the extension. Stateless
   * revisions have notifications alone.
   */
  of(context: Context): Types["clientPeer"];
}

/** Makes an extension of its tables: generated modules do it with their types. */
export function defineExtension<
  const Name extends string,
  Types extends ExtensionTypes,
>(
  table: ExtensionTable & {
    /** The name of its member. */
    readonly name: Name;
  },
  options: ExtensionOptions<Types> = {},
): Extension<Name, Types> {
  const { id, name } = table;
  return {
    id,
    name,
    serve: (host) => serve(table, options, host),
    serveAll,
    use: (host) => use(table, options, host),
    useAll,
    with: (more) => defineExtension(table, { ...options, ...more }),
    of: (context) => peerOf(table, context),
  };
}

function serve<Types extends ExtensionTypes>(
  table: ExtensionTable,
  { handlers, settings }: ExtensionOptions<Types>,
  { publish }: ServerHost,
): ServedExtension<Types["publisher"]> {
  const rows = allRows(table, "server");
  const told = callsTo("client", rows, {
    notify: (method, params) => publish(method, asParams(params)),
  });
  return {
    ...sideOf(table, "server", handlers, settings),
    // The emitted types are made from the same tables.
    member: told as Types["publisher"],
  };
}

function use<Types extends ExtensionTypes>(
  table: ExtensionTable,
  { clientHandlers, settings }: ExtensionOptions<Types>,
  host: ClientHost,
): UsedExtension<Types["serverPeer"]> {
  const rows = allRows(table, "client");
  const calls = callsTo("server", rows, {
    request: async (method, params, options) =>
      host.request(method, asParams(params), options),
    notify: async (method, params) => host.notify(method, asParams(params)),
  });
  const listens = rows.some(({ subscriptions }) => subscriptions);
  const listen: ClientHost["listen"] = async (filter, options) =>
    host.listen({ ...filter }, options);
  const member = listens ? { listen, ...calls } : calls;
  return {
    ...sideOf(table, "client", clientHandlers, settings),
    // The emitted types are made from the same tables.
    member: member as Types["serverPeer"],
  };
}

/** What both sides have alike. */
function sideOf(
  table: ExtensionTable,
  side: Side,
  handlers: object = {},
  settings: object = {},
): Joined {
  const { id, revisions } = table;
  const path = ["extensions", id];
  const peer = side === "server" ? "client" : "server";
  const rowsIn = ({ revision }: ProtocolTable): ExtensionRows | undefined =>
    entryOf(revisions, revision)?.[side];
  return {
    extend(revision) {
      const rows = rowsIn(revision.table);
      return rows ? withRows(revision, rows, table) : revision;
    },
    offer(table) {
      const rows = rowsIn(table);
      if (!rows) return undefined;
      const capabilities = { extensions: { [id]: settings } };
      return { handlers: bindHandlers(rows, handlers), capabilities };
    },
    around(method, handler, table) {
      const rows = rowsIn(table);
      if (!rows) return handler;
      if (method === "subscriptions/listen")
        return guardListening(rows, handler);
      const gated = gate(rows, method, peer, handler);
      return guardResults(rows, method, peer, path, gated);
    },
  };
}

function peerOf<Types extends ExtensionTypes>(
  table: ExtensionTable,
  context: Context,
): Types["clientPeer"] {
  // Every generated peer has these two.
  const { request, notification: notify } = context.peer as {
    readonly request: UntypedCaller["request"];
    readonly notification: UntypedCaller["notify"];
  };
  const calls = callsTo("client", allRows(table, "server"), {
    request,
    notify,
  });
  // The emitted types are made from the same tables.
  return calls as Types["clientPeer"];
}

function allRows(
  { revisions }: ExtensionTable,
  side: "server" | "client",
): ExtensionRows[] {
  return Object.values(revisions).map((one) => one[side]);
}

/** How calls of an extension are sent. */
interface Sender {
  /** Without it, there are notifications alone. */
  readonly request?: (
    method: string,
    params: unknown,
    options?: CallOptions,
  ) => Promise<unknown>;
  readonly notify: (method: string, params: unknown) => unknown;
}

/** Calls by the names of their handlers: of those messages that the peer receives. */
function callsTo(
  peer: Side,
  revisions: readonly ExtensionRows[],
  { request, notify: tell }: Sender,
): object {
  const calls: { [name: string]: unknown } = {};
  const notify: { [name: string]: unknown } = {};
  for (const { requests, notifications } of revisions) {
    for (const [method, { handler }] of request ? sentTo(peer, requests) : [])
      calls[handler] = (params?: unknown, options?: CallOptions) =>
        request?.(method, params, options);
    for (const [method, { handler }] of sentTo(peer, notifications))
      notify[handler] = (params?: unknown) => tell(method, params);
  }
  return { ...calls, notify };
}

function sentTo<Entry extends NotificationEntry>(
  peer: Side,
  entries: { readonly [method: string]: Entry },
): [string, Entry][] {
  return Object.entries(entries).filter(([, { direction }]) =>
    receives(peer, direction),
  );
}
