import { requireShortUri, type Keeping } from "../keeping.ts";
import {
  honoured,
  isOfResource,
  passes,
} from "../../protocol/revision/changes.ts";
import { INVALID_REQUEST, ProtocolError } from "../../protocol/errors.ts";
import { isObject, metaOf, type JsonObject } from "../../protocol/message.ts";
import type { RequestRecord } from "../../peer/record.ts";
import { weigh } from "../../protocol/weigh.ts";
import { metaKeys } from "../../protocol/meta-keys.ts";
import { viewerOf } from "../../protocol/viewer.ts";
import { whenReady, type Eventual } from "../../protocol/when-ready.ts";
import {
  readableOf,
  requireUri,
  tellWhere,
  type IsOffered,
  type MayHear,
  type MayRead,
} from "../reading.ts";
import { WatchIndex } from "./watch-index.ts";

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
