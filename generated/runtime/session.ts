// The runtime of mcp-gen 0.1.0.

import type { UntypedCaller } from "./caller.js";
import type { Ids } from "./calls.js";
import { followUp } from "./client-calls.js";
import { ClientLifecycle } from "./client-lifecycle.js";
import { Connection } from "./connection.js";
import type { Dialect } from "./dialect.js";
import type { HandlerMap } from "./handlers.js";
import { keepAlive, type KeepAliveOptions } from "./keep-alive.js";
import type { Hear } from "./listen.js";
import { negotiate, type NegotiateOptions } from "./negotiate.js";
import { isStateless } from "./protocol-table.js";
import type { Transport } from "./transport.js";
import type { Watches } from "./watch.js";

export interface SessionOptions extends NegotiateOptions {
  readonly createPeer: (caller: UntypedCaller) => unknown;
  readonly keepAlive: KeepAliveOptions | undefined;
  /** Hears that there is no conversation any more, with the reason if it broke. */
  readonly onClose?: ((error: Error | undefined) => void) | undefined;
}

/** A client's open connection with a server. */
export interface Session {
  readonly connection: Connection;
  readonly lifecycle: ClientLifecycle;
  readonly options: SessionOptions;
  readonly hearers: Set<Hear>;
  readonly watches: Watches;
  /** While client and server agree on another revision. */
  renegotiation?: Promise<void> | undefined;
}

/** Begins to hear a server, which is asked nothing yet. */
export function startSession(
  transport: Transport,
  options: SessionOptions,
  ids: Ids,
): Session {
  const { dialects, createPeer, onError } = options;
  const [newest] = dialects;
  if (!newest) throw new TypeError("a client speaks at least one revision");
  const hearers = new Set<Hear>();
  // An old server may send pings before anything is agreed on.
  const lifecycle = new ClientLifecycle(
    dialects.find((dialect) => !isStateless(dialect)) ?? newest,
  );
  const connection = new Connection({
    side: "client",
    transport,
    lifecycle,
    createPeer,
    onError,
    ids,
    follow: (call, answer) => followUp(session, call, answer),
    builtins,
    run: (served, context) => served.handler(context.params, context),
    onNotification: (method, params) => {
      for (const hear of hearers) hear(method, params);
    },
  });
  const watches: Watches = new Map();
  const session: Session = {
    connection,
    lifecycle,
    options,
    hearers,
    watches,
  };
  return session;
}

const builtins: HandlerMap = /* @__PURE__ */ new Map([["ping", () => ({})]]);

/** Agrees with the server on a revision: the one it spoke before, if any. */
export async function openSession(
  { connection, lifecycle, options }: Session,
  known: Dialect | undefined,
): Promise<void> {
  await negotiate({ ...options, connection, lifecycle }, known);
  if (options.keepAlive && lifecycle.table.requests["ping"])
    keepAlive(connection, connection.caller(), options.keepAlive);
}
