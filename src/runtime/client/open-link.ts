import type { Ids } from "../peer/pending.ts";
import { ResultCache } from "./cache.ts";
import { ToolOutputs } from "./outputs/tool-outputs.ts";
import { followUp } from "./call/follow-up.ts";
import { ClientLifecycle } from "./lifecycle.ts";
import { Connection } from "../peer/connection.ts";
import type { Dialect } from "../peer/dialect.ts";
import type { HandlerMap } from "../peer/handlers.ts";
import { keepAlive } from "../protocol/timers/keep-alive.ts";
import type { Link, LinkOptions } from "./link.ts";
import type { Hear } from "./subscriptions/listening.ts";
import { negotiate } from "./negotiate.ts";
import { createAdmission } from "./patience/admission.ts";
import { createPatience } from "./patience/mend.ts";
import { remind } from "./remind.ts";
import { requireCapability } from "../protocol/revision/capabilities.ts";
import {
  isStateless,
  type RequestEntry,
} from "../protocol/revision/protocol-table.ts";
import type { Exchange } from "../peer/exchange.ts";
import { watchSession } from "../peer/intercept/sessions.ts";
import type { InputRequest } from "../protocol/input-required.ts";
import type { Transport } from "../peer/transport.ts";

/** A bound on what a server can make a client keep, in characters of JSON. */
const maxHeld = 2 ** 26;

/** Begins to hear a server, which is asked nothing yet. */
export function startLink(
  transport: Transport,
  options: LinkOptions,
  ids: Ids,
): Link {
  const { dialects, createPeer, limits, onError, joined } = options;
  const { intercept, interceptCalls } = options;
  const [newest] = dialects;
  if (!newest) throw new TypeError("a client speaks at least one revision");
  const hearers = new Set<Hear>();
  // An old server may send pings before anything is agreed on.
  const lifecycle = new ClientLifecycle(
    dialects.find((dialect) => !isStateless(dialect)) ?? newest,
  );
  const connection = new Connection({
    side: "client",
    requireTaken,
    transport,
    lifecycle,
    createPeer,
    onError,
    ids,
    limits,
    intercept,
    interceptCalls,
    prepare: joined?.prepare,
    follow: (call, answer) => followUp(link, call, answer),
    patience: createPatience(onError, joined?.late),
    admit: createAdmission(onError),
    builtins,
    maxHeld,
    run: (served, context) => served.handler(context.params, context),
    onNotification: (method, params) => {
      for (const hear of hearers) hear(method, params);
    },
    onReopened: () => void remind(link),
    onDeaf: (error) => link.onDeaf?.(error) ?? false,
  });
  const cache = options.cache && new ResultCache(options.cache);
  const outputs = new ToolOutputs({
    compile: options.compileOutput,
    isStrict: options.onInvalid === "reject",
    onError,
  });
  hearers.add((method) => outputs.changed(method));
  if (cache) hearers.add((method, params) => cache.hear(method, params));
  const link: Link = {
    connection,
    lifecycle,
    options,
    hearers,
    watches: new Map(),
    cache,
    outputs,
  };
  return link;
}

const builtins: HandlerMap = /* @__PURE__ */ new Map([["ping", () => ({})]]);

/** Agrees with the server on a revision: the one it spoke before, if any. */
export async function openLink(
  { connection, lifecycle, options }: Link,
  known: Dialect | undefined,
): Promise<void> {
  // What is asked for later, is asked for when this is over.
  await negotiate({ connection, lifecycle, options: { ...options } }, known);
  const { agreed } = lifecycle;
  const { transport, done } = connection;
  const { tellInterceptors: tell } = options;
  // A session is what a handshake begins.
  if (tell && agreed && !isStateless(agreed.dialect))
    watchSession(tell, agreed, transport, done);
  if (options.keepAlive && lifecycle.table.requests["ping"])
    keepAlive(
      connection,
      connection.caller(),
      options.keepAlive,
      options.onError,
    );
}

/** Throws for what the server does not declare that it takes, where it has declared anything. */
function requireTaken(
  { peer: { capabilities } }: Exchange,
  { capability }: RequestEntry,
  { method }: InputRequest,
): void {
  if (capabilities !== undefined)
    requireCapability(method, capability, "server", "receiver", capabilities);
}
