import { declareCapabilities } from "./capabilities.ts";
import type { UntypedCaller } from "./caller.ts";
import { Connection } from "./connection.ts";
import { TransportError } from "./errors.ts";
import { bindHandlers } from "./handlers.ts";
import { createHandshakeClient } from "./handshake-client.ts";
import type { Identity, Lifecycle, PeerIdentity } from "./lifecycle.ts";
import type { ProtocolTable } from "./protocol-table.ts";
import { createStatelessClient } from "./stateless-client.ts";
import type { Transport } from "./transport.ts";

/** What every generated `ClientOptions` has, without its types. */
export interface ClientSettings {
  readonly info: object;
  readonly capabilities?: object;
  readonly handlers?: object;
  /** Hears what cannot be told to the server; `console.error` by default. */
  readonly onError?: (error: Error) => void;
}

/** What every client has beside its revision's own calls. */
export interface ClientEndpoint<Info = unknown, Capabilities = unknown> {
  /**
   * Opens the conversation with the server at the other end of the transport.
   * Rejects with one of the errors of `errors.ts`; the transport is closed then.
   */
  connect(transport: Transport): Promise<void>;
  close(): Promise<void>;
  /** What the server told of itself; undefined before `connect`. */
  readonly serverInfo: Info | undefined;
  readonly serverCapabilities: Capabilities | undefined;
  readonly instructions: string | undefined;
}

/** Makes a client of a revision; generated modules call it with their types. */
export function buildClient<Info, Capabilities, Peer extends object>(
  table: ProtocolTable,
  settings: ClientSettings,
  createPeer: (caller: UntypedCaller) => Peer,
): ClientEndpoint<Info, Capabilities> & Peer {
  const session = createSession(table, settings, createPeer);
  const endpoint: ClientEndpoint<Info, Capabilities> = {
    connect: (transport) => session.connect(transport),
    close: () => session.close(),
    get serverInfo() {
      // The guard of the server's answer has proved this type.
      return session.server().info as Info | undefined;
    },
    get serverCapabilities() {
      return session.server().capabilities as Capabilities | undefined;
    },
    get instructions() {
      const { instructions } = session.server();
      return typeof instructions === "string" ? instructions : undefined;
    },
  };
  return Object.assign(endpoint, createPeer(session.caller));
}

interface Session {
  readonly caller: UntypedCaller;
  connect(transport: Transport): Promise<void>;
  close(): Promise<void>;
  server(): PeerIdentity;
}

interface Opened {
  readonly connection: Connection;
  readonly lifecycle: Lifecycle;
  readonly caller: UntypedCaller;
}

function createSession(
  table: ProtocolTable,
  settings: ClientSettings,
  createPeer: (caller: UntypedCaller) => unknown,
): Session {
  const open = createOpener(table, settings, createPeer);
  let opened: Opened | undefined;

  function current(): UntypedCaller {
    if (opened) return opened.caller;
    throw new TransportError("the client is not connected");
  }

  return {
    caller: {
      request: async (method, params, options) =>
        current().request(method, params, options),
      notify: async (method, params) => current().notify(method, params),
    },
    async connect(transport) {
      if (opened) throw new TransportError("the client is connected already");
      const opening = open(transport);
      opened = opening;
      void opening.connection.done.then(() => {
        if (opened === opening) opened = undefined;
      });
      try {
        await opening.lifecycle.open(opening.caller);
      } catch (error) {
        await opening.connection.close();
        throw error;
      }
    },
    close: async () => opened?.connection.close(),
    server: () => opened?.lifecycle.peer(undefined) ?? {},
  };
}

/** Prepares once what every connection of a client shares. */
function createOpener(
  table: ProtocolTable,
  settings: ClientSettings,
  createPeer: (caller: UntypedCaller) => unknown,
): (transport: Transport) => Opened {
  const { info, onError = console.error } = settings;
  const handlers = bindHandlers(table, "client", settings.handlers ?? {});
  const capabilities = declareCapabilities(
    table,
    "client",
    handlers.keys(),
    settings.capabilities,
  );
  const identity = { info, capabilities, instructions: undefined };
  return (transport) => {
    const lifecycle = createLifecycle(table, identity);
    const connection = new Connection({
      table,
      side: "client",
      capabilities,
      handlers,
      lifecycle,
      transport,
      createPeer,
      onError,
    });
    return { connection, lifecycle, caller: connection.caller() };
  };
}

function createLifecycle(table: ProtocolTable, identity: Identity): Lifecycle {
  switch (table.lifecycle) {
    case "handshake":
      return createHandshakeClient(table, identity);
    case "stateless":
      return createStatelessClient(table, identity);
    default:
      return table.lifecycle satisfies never;
  }
}
