import type { UntypedCaller } from "../peer/caller.ts";
import type { Ids } from "../peer/pending.ts";
import { ResultCache, type CacheOptions } from "./cache.ts";
import { ToolOutputs, type CompileOutput } from "./outputs.ts";
import { followUp } from "./outgoing-call.ts";
import { ClientLifecycle } from "./lifecycle.ts";
import { Connection } from "../peer/connection.ts";
import type { Dialect } from "../peer/dialect.ts";
import type { HandlerMap } from "../peer/handlers.ts";
import { keepAlive, type KeepAliveOptions } from "../peer/keep-alive.ts";
import type { Hear } from "./subscriptions/listen.ts";
import { negotiate, type NegotiateOptions } from "./negotiate.ts";
import { remind } from "./remind.ts";
import { isStateless } from "../table/protocol-table.ts";
import type { OpenElicitations } from "./answers/elicitations.ts";
import type { Transport } from "../peer/transport.ts";
import type { Watches } from "./subscriptions/watch.ts";

export interface SessionOptions extends NegotiateOptions {
  readonly createPeer: (caller: UntypedCaller) => unknown;
  readonly keepAlive: KeepAliveOptions | undefined;
  /** How results are kept; they are not, where it is absent. */
  readonly cache?: CacheOptions | undefined;
  /** Checks what tools give, where there is something to check it with. */
  readonly compileOutput?: CompileOutput | undefined;
  readonly elicitations?: OpenElicitations | undefined;
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
  readonly cache?: ResultCache | undefined;
  readonly outputs: ToolOutputs;
  /** While client and server agree on another revision. */
  renegotiation?: Promise<void> | undefined;
}

/** A bound on what a server can make a client keep, in characters of JSON. */
const maxHeld = 2 ** 26;

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
    maxHeld,
    run: (served, context) => served.handler(context.params, context),
    onNotification: (method, params) => {
      for (const hear of hearers) hear(method, params);
    },
    onReopened: () => void remind(session),
  });
  const watches: Watches = new Map();
  const cache = options.cache && new ResultCache(options.cache);
  const outputs = new ToolOutputs(options.compileOutput);
  hearers.add((method) => outputs.changed(method));
  if (cache) hearers.add((method, params) => cache.hear(method, params));
  const session: Session = {
    connection,
    lifecycle,
    options,
    hearers,
    watches,
    cache,
    outputs,
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
