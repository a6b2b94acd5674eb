import type { UntypedCaller } from "../peer/caller.ts";
import { isTold } from "../table/changes.ts";
import { Connection } from "../peer/connection.ts";
import type { Dialect } from "../peer/dialect.ts";
import { handshakeHandlers, type HandshakeSession } from "./handshake.ts";
import { keepAlive, type KeepAliveOptions } from "../peer/keep-alive.ts";
import { Listeners } from "./listeners.ts";
import type { Intercept } from "../peer/interceptor.ts";
import type { JsonObject } from "../wire/message.ts";
import type { RequestRecord } from "../peer/record.ts";
import type { Run } from "../peer/incoming.ts";
import type { ServerConnectOptions } from "./create-server.ts";
import { ServerLifecycle } from "./lifecycle.ts";
import type { Transport } from "../peer/transport.ts";

export interface ServerSessionOptions extends ServerConnectOptions {
  readonly dialects: readonly Dialect[];
  readonly run: Run;
  readonly createPeer: (caller: UntypedCaller) => unknown;
  readonly onError: (error: Error) => void;
  readonly keepAlive: KeepAliveOptions | undefined;
  readonly intercept?: Intercept | undefined;
}

/** A server's connection with one client, and what that client subscribed to. */
export class ServerSession {
  readonly connection: Connection;
  readonly #lifecycle: ServerLifecycle;
  readonly #listeners: Listeners;

  constructor(transport: Transport, options: ServerSessionOptions) {
    const { dialects, keepAlive: pings } = options;
    const onSession = (session: HandshakeSession): void => {
      if (pings)
        void session.ready?.then(() =>
          keepAlive(this.connection, this.connection.caller(), pings),
        );
    };
    // Without handshakes at all, a connection is not one client's.
    this.#listeners = new Listeners(options.lifecycle === "stateless");
    this.#lifecycle = new ServerLifecycle(
      dialects,
      onSession,
      options.lifecycle,
      options.revision,
    );
    this.connection = new Connection({
      ...options,
      side: "server",
      transport,
      lifecycle: this.#lifecycle,
      builtins: new Map([
        ...handshakeHandlers,
        ["server/discover", discover(dialects)],
        [
          "subscriptions/listen",
          (params: unknown, request: RequestRecord) =>
            this.#listeners.listen(params, request),
        ],
      ]),
      onEnd: () => this.#listeners.end(),
    });
  }

  /** Tells a change, if the client wants to know. */
  publish(method: string, params: JsonObject | undefined): void {
    this.#listeners.tell(method, params);
    const { session } = this.#lifecycle;
    // Until it has said that it is ready, a client is told nothing.
    if (!session || session.ready) return;
    if (!isTold(method, session.dialect.capabilities)) return;
    const uri = params?.["uri"];
    if (uri !== undefined && !session.resources.has(uri)) return;
    const { sender, transport } = this.connection;
    sender.tell(session, transport, method, params);
  }
}

/** What a server says of itself where nobody shakes hands. */
function discover(
  dialects: readonly Dialect[],
): (params: unknown, request: RequestRecord) => JsonObject {
  const supportedVersions = dialects.map(({ table }) => table.revision);
  return (_params, { capabilities, identity }) => {
    const { instructions } = identity;
    return {
      supportedVersions,
      capabilities,
      ...(instructions !== undefined && { instructions }),
    };
  };
}
