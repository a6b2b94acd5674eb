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
import { wrapHandler, wrapListen, wrapResults } from "./gate.ts";
import { useAll } from "./install-client.ts";

/** Types of an extension. */
export interface ExtensionTypes {
  /** Handlers of a server. */
  readonly serverHandlers: object;
  /** Handlers of a client. */
  readonly clientHandlers: object;
  /** Settings in `capabilities.extensions`. */
  readonly settings: object;
  /** Requests and notifications to a server. */
  readonly serverPeer: object;
  /** Requests and notifications to a client. */
  readonly clientPeer: object;
  /** Notifications to subscribed clients. */
  readonly publisher: object;
}

/** Options of an extension. */
export interface ExtensionOptions<Types extends ExtensionTypes> {
  /** Handlers of the server, by their names. */
  readonly handlers?: Types["serverHandlers"];
  /** Handlers of the client, by their names. */
  readonly clientHandlers?: Types["clientHandlers"];
  /**
   * Settings to declare in `capabilities.extensions`.
   *
   * @default {}
   */
  readonly settings?: Types["settings"];
}

/** Extension for the option `extensions` of servers and clients. */
export interface Extension<Name extends string, Types extends ExtensionTypes>
  extends
    ServerExtension<Name, Types["publisher"]>,
    ClientExtension<Name, Types["serverPeer"]> {
  /** Returns the extension with additional handlers and settings. */
  with(options: ExtensionOptions<Types>): Extension<Name, Types>;
  /**
   * Returns functions that send messages to the client of a request, as part of the
   * request. Calls reject with the ProtocolError -32021 if the client did not declare the
   * extension. Stateless revisions support notifications only.
   */
  of(context: Context): Types["clientPeer"];
}

/** Creates an extension from its tables. Generated modules call it with their types. */
export function defineExtension<
  const Name extends string,
  Types extends ExtensionTypes,
>(
  table: ExtensionTable & {
    /** Name of its member in servers and clients. */
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
    // The emitted types describe the same tables.
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
    // The emitted types describe the same tables.
    member: member as Types["serverPeer"],
  };
}

/** Returns the functions that both sides share. */
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
      if (method === "subscriptions/listen") return wrapListen(rows, handler);
      const gated = wrapHandler(rows, method, peer, handler);
      return wrapResults(rows, method, peer, path, gated);
    },
  };
}

function peerOf<Types extends ExtensionTypes>(
  table: ExtensionTable,
  context: Context,
): Types["clientPeer"] {
  // Every generated peer has these members.
  const { request, notification: notify } = context.peer as {
    readonly request: UntypedCaller["request"];
    readonly notification: UntypedCaller["notify"];
  };
  const calls = callsTo("client", allRows(table, "server"), {
    request,
    notify,
  });
  // The emitted types describe the same tables.
  return calls as Types["clientPeer"];
}

function allRows(
  { revisions }: ExtensionTable,
  side: "server" | "client",
): ExtensionRows[] {
  return Object.values(revisions).map((one) => one[side]);
}

/** Functions that send the messages of an extension. */
interface Sender {
  /** If absent, only notifications can be sent. */
  readonly request?: (
    method: string,
    params: unknown,
    options?: CallOptions,
  ) => Promise<unknown>;
  readonly notify: (method: string, params: unknown) => unknown;
}

/** Creates functions that send the messages which the peer receives, by handler name. */
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
