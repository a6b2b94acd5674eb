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
import { createMemoryBudget, type MemoryBudget } from "./memory-budget.ts";
import { type HandshakeExchange, handshakeHandlers } from "./handshake.ts";
import {
  notifyIfAllowed,
  type IsOffered,
  type ReceiveRule,
  type ReadRule,
} from "./resource-access.ts";
import { isOfResource } from "../protocol/revision/changes.ts";
import { unsent } from "../protocol/revision/unsupported.ts";
import { viewerOf } from "../protocol/viewer.ts";
import { ServerLifecycle } from "./lifecycle.ts";
import type { ServerRevision } from "./server-revision.ts";
import { statelessHandlers } from "./stateless.ts";
import { SubscriptionStreams } from "./subscriptions.ts";

/** Facts that a transport knows about its connection before the first message. */
export interface ServerConnectOptions {
  /** Limits the connection to one lifecycle. Default: both. */
  readonly lifecycle?: ProtocolTable["lifecycle"] | undefined;
  /** Limits the connection to these revisions. Default: all of the server. */
  readonly revisions?: readonly string[] | undefined;
  /**
   * Revision of a session that was opened elsewhere. There is no handshake then, and the
   * client's info is unknown.
   */
  readonly revision?: string | undefined;
  /** Source of the ids of the server's requests. Default: numbers from 1. */
  readonly ids?: Ids | undefined;
  /**
   * Returns the capabilities that a handshake declares, from those of the server. Default:
   * all.
   */
  readonly declared?: ((capabilities: JsonObject) => JsonObject) | undefined;
  /** True if no state is kept between messages. Default: false. */
  readonly isStateless?: boolean | undefined;
  /** Maximum number of requests in flight. Default: 10,000. */
  readonly maxInFlight?: number | undefined;
  /** Maximum number of messages in a batch. Default: 1,000. */
  readonly maxBatch?: number | undefined;
  /** Memory budget of the client. Default: a budget of this connection. */
  readonly memory?: MemoryBudget | undefined;
  /** Session of the connection that interceptors receive, if it has one. */
  readonly session?: SessionFacts | undefined;
}

/** Listener for the changes of a server. */
export interface ChangeListener {
  /** Sends a change to the clients that are subscribed to it. */
  publish(change: PublishedChange): void;
}

/** Options that a server passes to each of its connections. */
export interface ServerLinkOptions extends ServerConnectOptions, Interceptions {
  readonly served: readonly ServerRevision[];
  readonly run: Run;
  readonly mayRead?: ReadRule | undefined;
  readonly isOffered?: IsOffered | undefined;
  readonly createPeer: (caller: UntypedCaller) => unknown;
  readonly onError: Report;
  readonly limits: TimeLimits;
  readonly keepAlive: Required<KeepAliveOptions> | undefined;
}

/** Change that a server publishes to all of its connections. */
export interface PublishedChange {
  /** Method of the notification. */
  readonly method: string;
  /** Params of the notification. */
  readonly params: JsonObject | undefined;
  /** Rule that selects the clients. Default: all that subscribed. */
  readonly audience?: ReceiveRule | undefined;
}

/** Throws for a question that is invalid or that the client does not support. */
function requireQuestion(
  { dialect: { table, sent }, peer: { capabilities } }: Exchange,
  _: unknown,
  asked: InputRequest,
): void {
  if (sent) requireSoundQuestion(sent, asked);
  if (capabilities !== undefined) requireAskable(table, capabilities, asked);
}

/** Connection of a server with one client, and the client's subscriptions. */
export class ServerLink {
  readonly connection: Connection;
  readonly #lifecycle: ServerLifecycle;
  readonly #subscriptions: SubscriptionStreams;
  readonly #options: ServerLinkOptions;

  constructor(transport: Transport, options: ServerLinkOptions) {
    const { served, keepAlive: pings, lifecycle: only, revision } = options;
    const { memory = createMemoryBudget(), declared, isStateless } = options;
    this.#options = options;
    const onOpen = (opened: HandshakeExchange): void => {
      const { ready } = opened;
      opened.session = createSession(this.connection.done);
      const { session, tellInterceptors: send } = options;
      if (send)
        session?.watch(send, opened, transport, this.connection.done, session);
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
    // A connection without handshakes may be shared by several clients.
    this.#subscriptions = new SubscriptionStreams(
      only === "stateless",
      memory,
      options,
    );
    this.#lifecycle = new ServerLifecycle({
      served,
      only,
      revision,
      memory,
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
        ...statelessHandlers(revisions, this.#subscriptions),
      ]),
      onEnd: () => this.#subscriptions.end(),
    });
  }

  /** Session that the handshake opened; undefined before. */
  get opened(): HandshakeExchange | undefined {
    return this.#lifecycle.opened;
  }

  /** Sends a change if the client subscribed to it and may receive it. */
  publish({ method, params, audience }: PublishedChange): void {
    const { served, mayRead, onError } = this.#options;
    const uri = params?.["uri"];
    const may: ReceiveRule | undefined =
      mayRead && isOfResource(method) && typeof uri === "string"
        ? (viewer) => mayRead(uri, viewer)
        : audience;
    this.#subscriptions.notify(method, params, may);
    const { opened, hasStatelessRequests } = this.#lifecycle;
    const { outgoing, transport } = this.connection;
    const hears = opened?.hears(method, params);
    const dialect = opened?.dialect ?? served[0]?.dialect;
    if (!dialect) return;
    const { table } = dialect;
    const entry = entryOf(table.notifications, method);
    // Vendor notifications have no subscriptions: every client with a session receives
    // them.
    const isSubscribed = isChange(method, table);
    const isLoose = entry
      ? entry.extension !== undefined
      : dialect.isForeign(method) && !isSubscribed;
    if (!opened && hasStatelessRequests && isLoose && !isSubscribed)
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
    const send = (): void =>
      outgoing[hears ? "tell" : "whisper"](opened, transport, method, params);
    const viewer = viewerOf(transport);
    if (may) notifyIfAllowed(() => may(viewer), send, onError);
    else send();
  }
}
