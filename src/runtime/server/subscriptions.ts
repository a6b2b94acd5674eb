import type { RequestRecord } from "../peer/record.ts";
import { INVALID_REQUEST, ProtocolError } from "../protocol/errors.ts";
import { type JsonObject, isObject, metaOf } from "../protocol/message.ts";
import { metaKeys } from "../protocol/meta-keys.ts";
import {
  honoured,
  isOfResource,
  passes,
  wholesOf,
} from "../protocol/revision/changes.ts";
import { normalizeUri } from "../protocol/uri.ts";
import { viewerOf } from "../protocol/viewer.ts";
import { weigh } from "../protocol/weigh.ts";
import { type Eventual, whenReady } from "../protocol/when-ready.ts";
import { type Keeping, requireShortUri } from "./memory-budget.ts";
import {
  type IsOffered,
  type MayHear,
  type MayRead,
  readableOf,
  requireUri,
  tellWhere,
} from "./resource-access.ts";

/** Bounds on what clients can make the server keep. */
interface Bounds {
  /** Streams at once. */
  readonly streams: number;
  /** Resources that are watched, on all streams together. */
  readonly resources: number;
}

const ofOneClient: Bounds = { streams: 1_000, resources: 10_000 };

/** How many streams there are is bounded by the transport that carries them. */
const ofAllClients: Bounds = { streams: Infinity, resources: 1_000_000 };

/** What is kept of a stream beside its filter, about. */
const listenerBytes = 1_024;

/** Resources that are watched on one stream. */
const maxResources = 10_000;

/** Who hears of what, and what hears that a rule failed. */
interface ListenRules {
  /** All may read all, where there is no rule. */
  readonly mayRead?: MayRead | undefined;
  readonly isOffered?: IsOffered | undefined;
  readonly onError: (error: Error) => void;
}

interface Listener {
  readonly filter: JsonObject;
  readonly request: RequestRecord;
  end(): void;
}

/**
 * The `subscriptions/listen` streams of one connection: of one client, or of all
 * that share it.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/patterns/subscriptions | Subscriptions}
 */
export class Listeners {
  readonly #all = new Set<Listener>();
  readonly #watchers = new WatchIndex<Listener>();
  readonly #bounds: Bounds;
  readonly #keeping: Keeping;
  readonly #rules: ListenRules;
  /** The number of resources that are watched. */
  #watched = 0;
  #ended = false;

  constructor(
    isShared: boolean,
    keeping: Keeping,
    rules: ListenRules = { onError() {} },
  ) {
    this.#bounds = isShared ? ofAllClients : ofOneClient;
    this.#keeping = keeping;
    this.#rules = rules;
  }

  /**
   * Resolves when the stream ends; one that the client cancelled gets no answer.
   * Resources that the client may not read are not told, and not promised.
   */
  listen(params: unknown, request: RequestRecord): Eventual<JsonObject> {
    const asked = isObject(params) ? params["notifications"] : undefined;
    const filter = honoured(asked, request.capabilities, request.table);
    const watched = watchedIn(filter);
    this.#requireSound(watched);
    const { mayRead } = this.#rules;
    if (!mayRead || watched.size === 0) return this.#open(filter, request);
    const viewer = viewerOf(request.sink);
    return whenReady(readableOf([...watched], viewer, mayRead), (uris) =>
      this.#open({ ...filter, resourceSubscriptions: uris }, request),
    );
  }

  #open(filter: JsonObject, request: RequestRecord): Promise<JsonObject> {
    const watched = watchedIn(filter);
    this.#requireRoom(watched);
    const bytes = listenerBytes + weigh(filter);
    if (!this.#keeping.add(bytes)) throw tooMany();
    request.tell("notifications/subscriptions/acknowledged", {
      _meta: subscription(request),
      notifications: filter,
    });
    return new Promise((resolve) => {
      const end = (): void => {
        if (!this.#all.delete(listener)) return;
        this.#unwatch(listener, watched);
        this.#keeping.remove(bytes);
        resolve({ _meta: subscription(request) });
      };
      const listener = { filter, request, end };
      this.#all.add(listener);
      this.#watched += watched.size;
      for (const uri of watched) this.#watchers.add(uri, listener);
      request.signal.addEventListener("abort", end, { once: true });
      if (this.#ended || request.cancelled) end();
    });
  }

  tell(method: string, params: JsonObject | undefined, may?: MayHear): void {
    for (const { request } of this.#meant(method, params)) {
      const tell = (): void => {
        const _meta = { ...metaOf(params), ...subscription(request) };
        request.tell(method, { ...params, _meta });
      };
      if (!may) tell();
      else
        tellWhere(() => may(viewerOf(request.sink)), tell, this.#rules.onError);
    }
  }

  /** Ends all streams, each with its result. */
  end(): void {
    this.#ended = true;
    for (const listener of [...this.#all]) listener.end();
  }

  #meant(method: string, params: JsonObject | undefined): Iterable<Listener> {
    if (isOfResource(method))
      return this.#watchers.find(String(params?.["uri"] ?? ""));
    return [...this.#all].filter(({ filter, request }) =>
      passes(filter, method, params, request.table),
    );
  }

  #unwatch(listener: Listener, watched: ReadonlySet<string>): void {
    this.#watched -= watched.size;
    for (const uri of watched) this.#watchers.remove(uri, listener);
  }

  #requireSound(watched: ReadonlySet<string>): void {
    if (watched.size > maxResources) throw tooMany();
    for (const [at, uri] of [...watched].entries()) {
      const path = `notifications.resourceSubscriptions.${at}`;
      requireShortUri(uri, path, this.#keeping);
      const { isOffered } = this.#rules;
      requireUri(uri, isOffered, "notifications", "resourceSubscriptions", at);
    }
  }

  #requireRoom(watched: ReadonlySet<string>): void {
    const { streams, resources } = this.#bounds;
    if (this.#all.size >= streams || this.#watched + watched.size > resources)
      throw tooMany();
  }
}

function tooMany(): ProtocolError {
  return new ProtocolError(INVALID_REQUEST, "Too many subscriptions");
}

/** The stream's name is the id of the request that opened it. */
function subscription({ id }: RequestRecord): JsonObject {
  return { [metaKeys.subscriptionId]: id };
}

function watchedIn({
  resourceSubscriptions: uris,
}: JsonObject): ReadonlySet<string> {
  return new Set(Array.isArray(uris) ? uris.map(String) : []);
}

/** Watchers of resources, by the normal form of a URI. */
class WatchIndex<Watcher extends object> {
  /** One watcher is the usual case, and takes no set. */
  readonly #byUri = new Map<string, Watcher | Set<Watcher>>();

  add(spelling: string, watcher: Watcher): void {
    const uri = normalizeUri(spelling);
    const known = this.#byUri.get(uri);
    if (known === undefined) this.#byUri.set(uri, watcher);
    else if (known instanceof Set) known.add(watcher);
    else this.#byUri.set(uri, new Set([known, watcher]));
  }

  remove(spelling: string, watcher: Watcher): void {
    const uri = normalizeUri(spelling);
    const known = this.#byUri.get(uri);
    const isLast = known instanceof Set && known.delete(watcher) && !known.size;
    if (known === watcher || isLast) this.#byUri.delete(uri);
  }

  /** Those who watch a resource, or one that it is a part of: each once. */
  find(uri: string): ReadonlySet<Watcher> {
    const found = new Set<Watcher>();
    for (const whole of wholesOf(uri)) {
      const known = this.#byUri.get(whole);
      if (known instanceof Set) for (const one of known) found.add(one);
      else if (known) found.add(known);
    }
    return found;
  }
}
