import type { CacheHints } from "../protocol/cache-hints.ts";
import type { UntypedCaller } from "../peer/caller.ts";
import { Catalog } from "./catalog.ts";
import type { ServerExtension, ServerMembers } from "./extension.ts";
import type { CollectionHost, Feature } from "../features/feature.ts";
import { inOneSpelling } from "../protocol/scopes/spelling.ts";
import { foreignTo } from "../protocol/revision/foreign.ts";
import type { Together } from "../peer/dialect.ts";
import { bindForeign, requireHandlers } from "../peer/handlers.ts";
import { devWarnings } from "./dev-warnings.ts";
import { runWithInput } from "./input/run-with-input.ts";
import { keepAliveOptions } from "../protocol/timers/keep-alive.ts";
import { createInterceptions } from "../peer/intercept/interceptions.ts";
import type { Identity } from "../peer/identity.ts";
import type { JsonObject } from "../protocol/message.ts";
import type {
  ProtocolTable,
  SpokenRevision,
} from "../protocol/revision/protocol-table.ts";
import { pickRevisions } from "../protocol/revision/spoken.ts";
import { heard, reporter } from "../protocol/report.ts";
import {
  handlerFailure,
  Reports,
  type Report,
} from "../protocol/timers/reports.ts";
import {
  createServerRevisions,
  type ServerRevision,
} from "./server-revision.ts";
import { noticeRates } from "../protocol/timers/notices.ts";
import { createSealer } from "./input/sealed-state.ts";
import type { Run } from "../peer/incoming.ts";
import {
  ServerLink,
  type ServerLinkOptions,
  type PublishedChange,
  type ServerConnectOptions,
  type ChangeListener,
} from "./link.ts";
import {
  readMethods,
  createReadRules,
  runIfReadable,
  type ReceiveRule,
  type ReadRules,
} from "./resource-access.ts";
import type { Offered } from "../protocol/scopes/permit.ts";
import { requireOptions } from "../protocol/options/advice.ts";
import { serverOptions, type ServerSettings } from "./settings.ts";
import { requireKnown } from "../protocol/sound-option.ts";
import { serverLimits, timeLimits } from "../protocol/timers/time-limits.ts";
import type { Transport } from "../peer/transport.ts";

/** Server for any number of clients. They share only the handlers and features. */
export interface Server<Peer = unknown> {
  /** Supported revisions, newest first. */
  readonly revisions: readonly ProtocolTable[];
  /** Starts to serve the client at the other end of a transport. */
  connect(
    transport: Transport,
    options?: ServerConnectOptions,
  ): ServerConnection<Peer>;
  /**
   * Adds a feature and notifies the clients. Throws a TypeError if a feature of the same
   * kind has the same name.
   */
  add(feature: Feature): void;
  /**
   * Removes a feature and notifies the clients. Returns false if the server does not have
   * it.
   */
  remove(feature: Feature): boolean;
  /**
   * Sends a notification of a change to the clients that subscribed to it. A vendor
   * notification goes to every client with a handshake. Other clients receive vendor
   * notifications within calls only: `onError` reports that once.
   */
  publish(method: string, params?: JsonObject): void;
  /** Features of the server. Transports read their scopes. */
  readonly offered: Offered;
  /**
   * Listeners for changes: the connections, and transports that forward changes to other
   * processes.
   */
  readonly links: Set<ChangeListener>;
  /** Returns the JSON Schema of a tool's arguments; undefined for an unknown tool. */
  inputSchema(tool: string): unknown;
}

/** Server side of one connection. */
export interface ServerConnection<Peer = unknown> {
  /**
   * Sends requests and notifications to this client. A call waits for the end of the
   * handshake. In revisions without a handshake it rejects: use `context.peer` within a
   * call.
   */
  readonly peer: Peer;
  /** Resolves when either side has closed the connection. */
  readonly closed: Promise<void>;
  /** Object that identifies the connection in the server, for transports that store sessions elsewhere. */
  readonly link: object;
  /** Number of requests in flight. */
  readonly inFlight: number;
  /**
   * Answers the requests in flight, ends the subscription streams, and closes. A reason
   * aborts the signals of the handlers.
   */
  end(reason?: Error): Promise<void>;
  /** Closes immediately. */
  close(): Promise<void>;
}

/**
 * Creates a server for one or more revisions, newest first. Generated modules call it with
 * their types. Throws a TypeError for invalid features, keys or times.
 */
export function buildServer<
  Peer,
  const Extensions extends readonly ServerExtension[] = [],
>(
  revisions: readonly SpokenRevision[],
  settings: ServerSettings & {
    /** Extensions to serve. Each one adds its member to the server. */
    readonly extensions?: Extensions;
  },
  createPeer: (caller: UntypedCaller) => Peer,
): Server<Peer> & ServerMembers<Extensions> {
  requireOptions("createServer", settings, serverOptions);
  const { report: onError } = new Reports(reporter(settings.onError));
  const links = new Set<ChangeListener>();
  const publish = (
    method: string,
    params?: JsonObject,
    audience?: ReceiveRule,
  ): void => publishTo(links, onError, { method, params, audience });
  const canRead = inOneSpelling(settings.canRead, () => catalog);
  const catalog: Catalog = createCatalog(settings, {
    publish,
    onError: (error) => onError(error, handlerFailure(error)),
    canRead,
  });
  const rules = createReadRules(canRead, catalog);
  const host = { publish, list: catalog.list.bind(catalog), onError };
  const joined = settings.extensions?.[0]?.serveAll(settings.extensions, host);
  const spoken = joined ? revisions.map(joined.extend) : revisions;
  const served = serveRevisions(revisions, settings, catalog, spoken, joined);
  const checkTools = devWarnings().checkTools?.(revisions, joined, onError);
  const checkFeatures = (): void =>
    checkTools?.(catalog.list("tools")?.all() ?? []);
  checkFeatures();
  const options = {
    served,
    ...rules,
    run: createRun(settings.requestState, rules),
    createPeer,
    onError,
    ...timesOf(settings),
    ...createInterceptions("server", settings.interceptors, onError),
  };

  const server: Server<Peer> = {
    revisions: served.map(({ table }) => table),
    publish: (method, params) => publish(method, params),
    offered: catalog,
    links,
    inputSchema(name) {
      const tool = catalog.list("tools")?.find(name);
      return tool?.listed["inputSchema"];
    },
    add(feature) {
      catalog.add(feature);
      checkFeatures();
      for (const revision of served) revision.refresh();
    },
    remove: (feature) => catalog.remove(feature),
    connect(transport, known) {
      const link = new ServerLink(transport, {
        ...options,
        ...known,
        served: pickRevisions(served, known?.revisions),
      });
      links.add(link);
      const closed = link.connection.done.then(() => void links.delete(link));
      return endOf(link, closed, createPeer);
    },
  };
  joined?.addTo(server);
  // The types of the extensions describe these members.
  return server as Server<Peer> & ServerMembers<Extensions>;
}

function timesOf(
  settings: ServerSettings,
): Pick<ServerLinkOptions, "limits" | "keepAlive"> {
  return {
    limits: timeLimits(settings, serverLimits),
    keepAlive: keepAliveOptions(settings.keepAlive),
  };
}

function endOf<Peer>(
  link: ServerLink,
  closed: Promise<void>,
  createPeer: (caller: UntypedCaller) => Peer,
): ServerConnection<Peer> {
  const { connection } = link;
  return {
    link,
    peer: createPeer(connection.caller()),
    closed,
    get inFlight() {
      return connection.incoming.inFlight.size;
    },
    end: (reason) => connection.end(reason),
    close: () => connection.close(),
  };
}

function publishTo(
  links: Iterable<ChangeListener>,
  onError: Report,
  change: PublishedChange,
): void {
  // An error in one listener must not affect the others.
  for (const link of links) heard(() => link.publish(change), onError);
}

/** Creates what the server speaks: revisions with its extensions, handlers and features. */
function serveRevisions(
  [newest]: readonly SpokenRevision[],
  settings: ServerSettings,
  catalog: Catalog,
  spoken: readonly SpokenRevision[],
  joined: Together | undefined,
): ServerRevision[] {
  if (!newest) return [];
  const { handlers = {} } = settings;
  requireHandlers(handlers, "server", spoken);
  const isForeign = foreignTo(spoken);
  const foreign = bindForeign(settings.methods ?? {}, isForeign);
  return createServerRevisions(spoken, {
    names: settings.revisions,
    newest,
    identity: identityOf(settings),
    handlers,
    offers: [{ handlers: foreign }, catalog],
    rates: noticeRates(settings.noticeRates),
    checksSent: settings.check ?? true,
    isForeign,
    joined,
  });
}

/** Throws a TypeError for a name, a version or other values that are not valid. */
function identityOf(settings: ServerSettings): Identity {
  const identity = { ...settings, cache: settings.cache ?? notKept };
  const { name, version }: JsonObject = { ...identity.info };
  if (typeof name !== "string" || typeof version !== "string")
    throw new TypeError("info has a name and a version, each a string");
  const { instructions } = identity;
  if (instructions !== undefined && typeof instructions !== "string")
    throw new TypeError("instructions are a string");
  const { cache } = identity;
  requireKnown("cache", cache, { ttlMs: true, cacheScope: true });
  const { ttlMs, cacheScope }: JsonObject = { ...cache };
  if (
    !(Number.isSafeInteger(ttlMs) && Number(ttlMs) >= 0) ||
    !["public", "private"].includes(String(cacheScope))
  )
    throw new TypeError(
      'cache is { ttlMs, cacheScope }: an integer from 0 on, in milliseconds, and "public" or "private"',
    );
  return identity;
}

const notKept: CacheHints = { ttlMs: 0, cacheScope: "private" };

function createCatalog(
  { pageSize = 100, features = [] }: ServerSettings,
  host: Omit<CollectionHost, "pageSize">,
): Catalog {
  if (!Number.isSafeInteger(pageSize) || pageSize < 1)
    throw new TypeError(`pageSize is an integer above 0, not ${pageSize}`);
  let isNew = true;
  const catalog = new Catalog({
    pageSize,
    ...host,
    // Features that the server starts with are no changes, for clients of other processes
    // either.
    publish: (...change) => isNew || host.publish(...change),
  });
  for (const feature of features) catalog.add(feature);
  // Runs after the change notifications that the catalog has queued so far.
  queueMicrotask(() => (isNew = false));
  return catalog;
}

/**
 * Creates the function that runs a handler: with input rounds if its request may ask for
 * input, and with read permissions for resources.
 */
function createRun(
  requestState: ServerSettings["requestState"],
  rules: ReadRules,
): Run {
  const sealer =
    requestState === "handlers" ? undefined : createSealer(requestState);
  const run: Run = ({ entry, handler }, request) =>
    entry.input
      ? runWithInput(handler, request, sealer)
      : handler(request.params, request);
  return (served, request) =>
    readMethods.includes(request.method)
      ? runIfReadable(request, rules, () => run(served, request))
      : run(served, request);
}
