import type { UntypedCaller } from "../peer/caller.ts";
import { Connection } from "../peer/connection.ts";
import type { Exchange } from "../peer/exchange.ts";
import type { InputRequest } from "../protocol/input-required.ts";
import { requireAskable } from "../protocol/revision/askable.ts";
import { requireSoundQuestion } from "../protocol/revision/sent.ts";
import type { Ids } from "../peer/pending.ts";
import type { Run } from "../peer/incoming.ts";
import type { Interceptions } from "../peer/intercept/interceptions.ts";
import type { SessionFacts } from "../peer/intercept/sessions.ts";
import { createSession } from "./session.ts";
import {
  keepAlive,
  type KeepAliveOptions,
} from "../protocol/timers/keep-alive.ts";
import { isChange } from "../protocol/revision/changes.ts";
import type { Report } from "../protocol/timers/reports.ts";
import type { TimeLimits } from "../protocol/timers/time-limits.ts";
import type { Transport } from "../peer/transport.ts";
import {
  entryOf,
  type ProtocolTable,
} from "../protocol/revision/protocol-table.ts";
import type { JsonObject } from "../protocol/message.ts";
import { createKeeping, type Keeping } from "./memory-budget.ts";
import { type HandshakeExchange, handshakeHandlers } from "./handshake.ts";
import {
  tellWhere,
  type IsOffered,
  type MayHear,
  type MayRead,
} from "./resource-access.ts";
import { isOfResource } from "../protocol/revision/changes.ts";
import { unsent } from "../protocol/revision/unsupported.ts";
import { viewerOf } from "../protocol/viewer.ts";
import { ServerLifecycle } from "./lifecycle.ts";
import type { ServerRevision } from "./server-revision.ts";
import { statelessHandlers } from "./stateless.ts";
import { Listeners } from "./subscriptions.ts";

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
  /** Where the ids of its calls come from: numbers from 1 by default. */
  readonly ids?: Ids | undefined;
  /** What a handshake on it declares, of what the server does: all by default. */
  readonly declared?: ((capabilities: JsonObject) => JsonObject) | undefined;
  /** True if nothing is remembered for the next message: false by default. */
  readonly isStateless?: boolean | undefined;
  /** Requests that may be in flight at once: 10,000 by default. */
  readonly maxInFlight?: number | undefined;
  /** Messages of one batch: 1,000 by default. */
  readonly maxBatch?: number | undefined;
  /** Counts what is kept of the client: within bounds of its own by default. */
  readonly keeping?: Keeping | undefined;
  /** What interceptors hear of the session that the connection is, if it is one. */
  readonly session?: SessionFacts | undefined;
}

/** Hears of the changes of a server. */
export interface HearsChanges {
  /** Tells a change to whom it concerns. */
  publish(change: PublishedChange): void;
}

/** What a server gives each of its links. */
export interface ServerLinkOptions extends ServerConnectOptions, Interceptions {
  readonly served: readonly ServerRevision[];
  readonly run: Run;
  readonly mayRead?: MayRead | undefined;
  readonly isOffered?: IsOffered | undefined;
  readonly createPeer: (caller: UntypedCaller) => unknown;
  readonly onError: Report;
  readonly limits: TimeLimits;
  readonly keepAlive: Required<KeepAliveOptions> | undefined;
}

/** A change, as a server tells it to all of its links. */
export interface PublishedChange {
  /** The method of the notification. */
  readonly method: string;
  /** What the notification tells. */
  readonly params: JsonObject | undefined;
  /** Who hears of it; who subscribed to it, by default. */
  readonly audience?: MayHear | undefined;
}

/** Throws for what cannot be asked of the client, or should not. */
function requireQuestion(
  { dialect: { table, sent }, peer: { capabilities } }: Exchange,
  _: unknown,
  asked: InputRequest,
): void {
  if (sent) requireSoundQuestion(sent, asked);
  if (capabilities !== undefined) requireAskable(table, capabilities, asked);
}

/** A server's connection with one client, and what that client subscribed to. */
export class ServerLink {
  readonly connection: Connection;
  readonly #lifecycle: ServerLifecycle;
  readonly #listeners: Listeners;
  readonly #options: ServerLinkOptions;

  constructor(transport: Transport, options: ServerLinkOptions) {
    const { served, keepAlive: pings, lifecycle: only, revision } = options;
    const { keeping = createKeeping(), declared, isStateless } = options;
    this.#options = options;
    const onOpen = (opened: HandshakeExchange): void => {
      const { ready } = opened;
      opened.session = createSession(this.connection.done);
      const { session, tellInterceptors: tell } = options;
      if (tell)
        session?.watch(tell, opened, transport, this.connection.done, session);
      if (pings)
        void ready?.then(() =>
          keepAlive(
            this.connection,
            this.connection.caller(),
            pings,
            options.onError,
          ),
        );
    };
    // Without handshakes at all, a connection is not one client's.
    this.#listeners = new Listeners(only === "stateless", keeping, options);
    this.#lifecycle = new ServerLifecycle({
      served,
      only,
      revision,
      keeping,
      declared,
      isStateless,
      onOpen,
    });
    const revisions = served.map(({ table }) => table.revision);
    this.connection = new Connection({
      ...options,
      side: "server",
      requireTaken: requireQuestion,
      transport,
      lifecycle: this.#lifecycle,
      builtins: new Map([
        ...handshakeHandlers,
        ...statelessHandlers(revisions, this.#listeners),
      ]),
      onEnd: () => this.#listeners.end(),
    });
  }

  /** The conversation that has a handshake, once there is one. */
  get opened(): HandshakeExchange | undefined {
    return this.#lifecycle.opened;
  }

  /** Tells a change, if the client wants to know, and may. */
  publish({ method, params, audience }: PublishedChange): void {
    const { served, mayRead, onError } = this.#options;
    const uri = params?.["uri"];
    const may: MayHear | undefined =
      mayRead && isOfResource(method) && typeof uri === "string"
        ? (viewer) => mayRead(uri, viewer)
        : audience;
    this.#listeners.tell(method, params, may);
    const { opened, standsAlone } = this.#lifecycle;
    const { outgoing, transport } = this.connection;
    const hears = opened?.hears(method, params);
    const dialect = opened?.dialect ?? served[0]?.dialect;
    if (!dialect) return;
    const { table } = dialect;
    const entry = entryOf(table.notifications, method);
    // What no revision has of its own is not subscribed to: every client with a session hears of it.
    const isSubscribed = isChange(method, table);
    const isLoose = entry
      ? entry.extension !== undefined
      : dialect.isForeign(method) && !isSubscribed;
    if (!opened && standsAlone && isLoose && !isSubscribed)
      onError(unsent(method, entry?.way), {
        kind: "publish",
        key: method,
        isOnce: true,
      });
    if (!opened) return;
    const takes = isLoose && !opened.ready;
    if (
      !hears &&
      !(takes && !entry?.gate?.(table, "client", opened.peer.capabilities))
    )
      return;
    const tell = (): void =>
      outgoing[hears ? "tell" : "whisper"](opened, transport, method, params);
    const viewer = viewerOf(transport);
    if (may) tellWhere(() => may(viewer), tell, onError);
    else tell();
  }
}
