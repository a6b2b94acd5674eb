import type { CacheHints } from "../wire/cache-hints.ts";
import type { UntypedCaller } from "../peer/caller.ts";
import { Catalog } from "./catalog.ts";
import { contextsOf } from "./asking-context.ts";
import { createDialect, offer, type Dialect } from "../peer/dialect.ts";
import { toError } from "../wire/errors.ts";
import type { CollectionHost, Feature } from "../features/feature.ts";
import { bindHandlers } from "../peer/handlers.ts";
import { runWithInput } from "./input/rounds.ts";
import { keepAliveOptions, type KeepAliveOptions } from "../time/keep-alive.ts";
import {
  createIntercept,
  createWatchSession,
  type Interceptor,
} from "../peer/interceptor.ts";
import type { JsonObject } from "../wire/message.ts";
import type { NoticeRates } from "../time/notices.ts";
import type { ProtocolTable, SpokenRevision } from "../table/protocol-table.ts";
import { reporter } from "../wire/report.ts";
import { handlerFailure, Reports, type Report } from "../time/reports.ts";
import {
  createSealer,
  type RequestStateOptions,
} from "./input/sealed-state.ts";
import type { Run } from "../peer/incoming.ts";
import { sentChecks } from "../table/sent.ts";
import {
  ServerLink,
  type PublishedChange,
  type ServerConnectOptions,
} from "./link.ts";
import {
  readingMethods,
  readingRule,
  withReading,
  type MayHear,
  type ReadingRules,
} from "./reading.ts";
import type { CanRead } from "../features/viewer.ts";
import { serverLimits, timeLimits } from "../time/time-limits.ts";
import type { Transport } from "../peer/transport.ts";

/** What every generated `ServerOptions` has, without its types. */
export interface ServerSettings {
  readonly info: object;
  /** What neither handlers nor features tell. */
  readonly capabilities?: object;
  /** How to use the server, for the model to read. */
  readonly instructions?: string;
  readonly handlers?: object;
  /** Tools, resources, templates of resources, and prompts. */
  readonly features?: readonly Feature[];
  /** How long clients may keep results that do not say so: not at all by default. */
  readonly cache?: CacheHints;
  /** How state travels through the client; "handlers" leaves it to them. */
  readonly requestState?: RequestStateOptions | "handlers";
  /** The number of items on a page of a list: 100 by default. */
  readonly pageSize?: number;
  /**
   * How long a client may be silent that is asked something, in milliseconds: ten
   * minutes by default. `Infinity` is no bound.
   */
  readonly timeout?: number;
  /** How long a question may take in all, in milliseconds: an hour by default. */
  readonly totalTimeout?: number;
  /** How much one call may tell its client: 20 times progress and 100 log messages a second by default. */
  readonly noticeRates?: NoticeRates;
  /** Pings clients, where the revision has pings; not at all by default. */
  readonly keepAlive?: KeepAliveOptions;
  /** See every request before and after it is answered: in this order. */
  readonly interceptors?: readonly Interceptor[];
  /**
   * Whether a client may read a resource, for handlers and features alike: all may
   * by default. Who may not is told that there is none, has it in no list of the
   * features', cannot subscribe to it, and hears of none of its updates: it is asked
   * at each of these.
   */
  readonly canRead?: CanRead;
  /**
   * Whether what leaves is held against the guards of the revision, and what its
   * pages say beyond them: on by default. What a handler returns and is not valid
   * is an internal error to the peer, and told to `onError` with its path.
   */
  readonly check?: boolean;
  /**
   * Hears what nobody else is told: what handlers throw, what is wrong with
   * notifications, connections that were found dead. Of one kind five are told in
   * a minute, and then how many more there were. By default they are printed,
   * within bounds.
   */
  readonly onError?: (error: Error) => void;
}

/** Answers any number of clients, which share nothing but handlers and features. */
export interface Server<Peer = unknown> {
  /** What is true of the revisions that it speaks, newest first. */
  readonly revisions: readonly ProtocolTable[];
  /** Begins to serve the client at the other end of the transport. */
  connect(
    transport: Transport,
    options?: ServerConnectOptions,
  ): ServerConnection<Peer>;
  /** Offers one more feature. Throws a TypeError when there is one of that name. */
  add(feature: Feature): void;
  /** Whether the feature was there. */
  remove(feature: Feature): boolean;
  /** Tells a change to the clients that subscribed to it. */
  publish(method: string, params?: JsonObject): void;
  /** The JSON Schema of a tool's arguments; undefined when no feature tells it. */
  inputSchema(tool: string): unknown;
}

/** A server's end of one connection. */
export interface ServerConnection<Peer = unknown> {
  /**
   * The requests and notifications that this client can receive: they wait for
   * the client to shake hands. Where there is no handshake there is nothing to
   * send, and requests are rejected.
   */
  readonly peer: Peer;
  /** Resolves when the connection is closed, by whichever side. */
  readonly closed: Promise<void>;
  /** The number of requests whose handlers are at work. */
  readonly inFlight: number;
  /**
   * Answers what is in flight, ends the streams of changes, and closes. With a
   * reason, the signals of the handlers abort with it, so that they hurry.
   */
  end(reason?: Error): Promise<void>;
  /** Closes at once. */
  close(): Promise<void>;
}

/**
 * Makes a server of one or more revisions, newest first; generated modules call
 * it with their types. Throws a TypeError for features, keys or times that are
 * not sound.
 */
export function buildServer<Peer>(
  revisions: readonly SpokenRevision[],
  settings: ServerSettings,
  createPeer: (caller: UntypedCaller) => Peer,
): Server<Peer> {
  const { report: onError } = new Reports(reporter(settings.onError));
  const links = new Set<ServerLink>();
  const publish = (
    method: string,
    params?: JsonObject,
    audience?: MayHear,
  ): void => publishTo(links, onError, { method, params, audience });
  const { canRead } = settings;
  const catalog = createCatalog(settings, {
    publish,
    onError: (error) => onError(error, handlerFailure(error)),
    canRead,
  });
  const mayRead = readingRule(canRead, catalog);
  const dialects = createDialects(revisions, settings);
  const refresh = offering(dialects, settings.handlers ?? {}, catalog);
  const options = {
    dialects,
    mayRead,
    run: createRun(settings.requestState, { canRead, mayRead }),
    createPeer,
    onError,
    limits: timeLimits(settings, serverLimits),
    keepAlive: keepAliveOptions(settings.keepAlive),
    intercept: createIntercept(settings.interceptors, onError),
    watchSession: createWatchSession(settings.interceptors, onError),
  };

  return {
    revisions: revisions.map(({ table }) => table),
    publish: (method, params) => publish(method, params),
    inputSchema: (name) => catalog.inputSchema(name),
    add(feature) {
      catalog.add(feature);
      refresh();
    },
    remove: (feature) => catalog.remove(feature),
    connect(transport, known) {
      const link = new ServerLink(transport, { ...options, ...known });
      const { connection } = link;
      links.add(link);
      const closed = connection.done.then(() => void links.delete(link));
      return {
        peer: createPeer(connection.caller()),
        closed,
        get inFlight() {
          return connection.incoming.inFlight.size;
        },
        end: (reason) => connection.end(reason),
        close: () => connection.close(),
      };
    },
  };
}

function publishTo(
  links: Iterable<ServerLink>,
  onError: Report,
  change: PublishedChange,
): void {
  for (const link of links) {
    try {
      link.publish(change);
    } catch (error) {
      // The others hear of it all the same.
      onError(toError(error));
    }
  }
}

/** Handlers, and so their contexts, are written against the newest revision. */
function createDialects(
  revisions: readonly SpokenRevision[],
  settings: ServerSettings,
): Dialect[] {
  const [newest] = revisions;
  if (!newest) return [];
  const createContext = contextsOf(newest.table);
  const identity = { ...settings, cache: settings.cache ?? notKept };
  const { check = true } = settings;
  return revisions.map((one) =>
    createDialect(
      one,
      "server",
      identity,
      createContext,
      settings.noticeRates,
      check ? sentChecks(one, newest) : undefined,
    ),
  );
}

/** Offers what there is, and gives a function that does it again when there is more. */
function offering(
  dialects: readonly Dialect[],
  handlers: object,
  catalog: Catalog,
): () => void {
  const bound = dialects.map(
    (dialect) =>
      [dialect, { handlers: bindHandlers(dialect.table, handlers) }] as const,
  );
  const refresh = (): void => {
    for (const [dialect, own] of bound) offer(dialect, [own, catalog]);
  };
  refresh();
  return refresh;
}

const notKept: CacheHints = { ttlMs: 0, cacheScope: "private" };

function createCatalog(
  { pageSize = 100, features = [] }: ServerSettings,
  host: Omit<CollectionHost, "pageSize">,
): Catalog {
  if (!Number.isSafeInteger(pageSize) || pageSize < 1)
    throw new TypeError(`pageSize is an integer above 0, not ${pageSize}`);
  const catalog = new Catalog({ pageSize, ...host });
  for (const feature of features) catalog.add(feature);
  return catalog;
}

/** Handlers that may ask for input are run in rounds. */
function createRun(
  requestState: ServerSettings["requestState"],
  rules: ReadingRules,
): Run {
  const sealer =
    requestState === "handlers" ? undefined : createSealer(requestState);
  const run: Run = ({ entry, handler }, request) =>
    entry.input
      ? runWithInput(handler, request, sealer)
      : handler(request.params, request);
  return (served, request) =>
    readingMethods.includes(request.method)
      ? withReading(request, rules, () => run(served, request))
      : run(served, request);
}
