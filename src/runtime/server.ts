import { declareCapabilities } from "./capabilities.ts";
import type { UntypedCaller } from "./caller.ts";
import { Connection } from "./connection.ts";
import { bindHandlers } from "./handlers.ts";
import { createHandshakeServer } from "./handshake-server.ts";
import type { Identity, Lifecycle } from "./lifecycle.ts";
import type { ProtocolTable } from "./protocol-table.ts";
import { createStatelessServer } from "./stateless-server.ts";
import type { Transport } from "./transport.ts";

/** What every generated `ServerOptions` has, without its types. */
export interface ServerSettings {
  readonly info: object;
  readonly capabilities?: object;
  readonly instructions?: string;
  readonly handlers: object;
  /** Hears what cannot be told to a client; `console.error` by default. */
  readonly onError?: (error: Error) => void;
}

/** Answers any number of clients, which share nothing but the handlers. */
export interface Server<Peer = unknown> {
  /** Begins to serve the client at the other end of the transport. */
  connect(transport: Transport): ServerConnection<Peer>;
}

export interface ServerConnection<Peer = unknown> {
  /** The requests and notifications that this client can receive. */
  readonly peer: Peer;
  /** Resolves when the connection is closed, by whichever side. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Makes a server of a revision; generated modules call it with their types. */
export function buildServer<Peer>(
  table: ProtocolTable,
  settings: ServerSettings,
  createPeer: (caller: UntypedCaller) => Peer,
): Server<Peer> {
  const { info, instructions, onError = console.error } = settings;
  const handlers = bindHandlers(table, "server", settings.handlers);
  const capabilities = declareCapabilities(
    table,
    "server",
    handlers.keys(),
    settings.capabilities,
  );
  const identity = { info, capabilities, instructions };
  return {
    connect(transport) {
      const connection = new Connection({
        table,
        side: "server",
        capabilities,
        handlers,
        lifecycle: createLifecycle(table, identity),
        transport,
        createPeer,
        onError,
      });
      return {
        peer: createPeer(connection.caller()),
        closed: connection.done,
        close: () => connection.close(),
      };
    },
  };
}

function createLifecycle(table: ProtocolTable, identity: Identity): Lifecycle {
  switch (table.lifecycle) {
    case "handshake":
      return createHandshakeServer(table, identity);
    case "stateless":
      return createStatelessServer(table, identity);
    default:
      return table.lifecycle satisfies never;
  }
}
