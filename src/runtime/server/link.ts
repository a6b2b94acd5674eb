import type { UntypedCaller } from "../peer/caller.ts";
import { Connection } from "../peer/connection.ts";
import type { Dialect } from "../peer/dialect.ts";
import type { Run } from "../peer/incoming.ts";
import type { Intercept } from "../peer/interceptor.ts";
import { keepAlive, type KeepAliveOptions } from "../time/keep-alive.ts";
import { isChange } from "../table/changes.ts";
import type { Transport } from "../peer/transport.ts";
import type { ProtocolTable } from "../table/protocol-table.ts";
import type { JsonObject } from "../wire/message.ts";
import type { HandshakeExchange } from "./handshake/exchange.ts";
import { handshakeHandlers } from "./handshake/handlers.ts";
import { ServerLifecycle } from "./lifecycle.ts";
import { statelessHandlers } from "./stateless/handlers.ts";
import { Listeners } from "./stateless/listeners.ts";

/** What a transport knows of its connection before the first message. */
export interface ServerConnectOptions {
  /** The only lifecycle that is spoken on it: either by default. */
  readonly lifecycle?: ProtocolTable["lifecycle"] | undefined;
  /** The only revisions that are spoken on it: all of the server's by default. */
  readonly revisions?: readonly string[] | undefined;
  /**
   * The revision of a conversation that was opened elsewhere, so that no
   * handshake is waited for; nothing is known of the client then.
   */
  readonly revision?: string | undefined;
  /** Requests that may be in flight at once: 10,000 by default. */
  readonly maxInFlight?: number | undefined;
}

/** What a server gives each of its links. */
export interface ServerLinkOptions extends ServerConnectOptions {
  readonly dialects: readonly Dialect[];
  readonly run: Run;
  readonly createPeer: (caller: UntypedCaller) => unknown;
  readonly onError: (error: Error) => void;
  readonly keepAlive: KeepAliveOptions | undefined;
  readonly intercept?: Intercept | undefined;
}

/** A server's connection with one client, and what that client subscribed to. */
export class ServerLink {
  readonly connection: Connection;
  readonly #lifecycle: ServerLifecycle;
  readonly #listeners: Listeners;

  constructor(transport: Transport, options: ServerLinkOptions) {
    const { dialects, keepAlive: pings, lifecycle: only, revision } = options;
    const onOpen = ({ ready }: HandshakeExchange): void => {
      if (pings)
        void ready?.then(() =>
          keepAlive(this.connection, this.connection.caller(), pings),
        );
    };
    // Without handshakes at all, a connection is not one client's.
    this.#listeners = new Listeners(only === "stateless");
    this.#lifecycle = new ServerLifecycle({ dialects, only, revision, onOpen });
    const revisions = dialects.map(({ table }) => table.revision);
    this.connection = new Connection({
      ...options,
      side: "server",
      transport,
      lifecycle: this.#lifecycle,
      builtins: new Map([
        ...handshakeHandlers,
        ...statelessHandlers(revisions, this.#listeners),
      ]),
      onEnd: () => this.#listeners.end(),
    });
  }

  /** Tells a change, if the client wants to know. */
  publish(method: string, params: JsonObject | undefined): void {
    this.#listeners.tell(method, params);
    const { opened } = this.#lifecycle;
    const { outgoing, transport } = this.connection;
    if (opened?.hears(method, params))
      outgoing.tell(opened, transport, method, params);
    else if (opened && !opened.ready && isVendors(opened, method))
      outgoing.whisper(opened, transport, method, params);
  }
}

/** What no revision has is not subscribed to: every client with a session hears of it. */
function isVendors({ dialect }: HandshakeExchange, method: string): boolean {
  return dialect.isForeign(method) && !isChange(method);
}
