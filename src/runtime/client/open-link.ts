import type { Ids } from "../peer/pending.ts";
import { ResultCache } from "./cache.ts";
import { ToolOutputs } from "./outputs/tool-outputs.ts";
import { followUp } from "./call/follow-up.ts";
import { ClientLifecycle } from "./lifecycle.ts";
import { Connection } from "../peer/connection.ts";
import type { Dialect } from "../peer/dialect.ts";
import type { HandlerMap } from "../peer/handlers.ts";
import { keepAlive } from "../time/keep-alive.ts";
import type { Link, LinkOptions } from "./link.ts";
import type { Hear } from "./subscriptions/listening.ts";
import { negotiate } from "./negotiate.ts";
import { createAdmission } from "./patience/admission.ts";
import { createPatience } from "./patience/mend.ts";
import { remind } from "./remind.ts";
import { isStateless } from "../table/protocol-table.ts";
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
    limits,
    prepare: joined?.prepare,
    late: joined?.late,
    follow: (call, answer) => followUp(link, call, answer),
    patience: createPatience(onError),
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
  await negotiate({ ...options, connection, lifecycle }, known);
  if (options.keepAlive && lifecycle.table.requests["ping"])
    keepAlive(
      connection,
      connection.caller(),
      options.keepAlive,
      options.onError,
    );
}
