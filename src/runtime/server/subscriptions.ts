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
import { type MemoryBudget, assertUriLength } from "./memory-budget.ts";
import {
  type IsOffered,
  type ReceiveRule,
  type ReadRule,
  filterReadable,
  requireUri,
  notifyIfAllowed,
} from "./resource-access.ts";

/** Limits for the subscriptions on a connection. */
interface SubscriptionLimits {
  /** Maximum number of streams. */
  readonly streams: number;
  /** Maximum number of subscribed resources on all streams. */
  readonly resources: number;
}

const clientLimits: SubscriptionLimits = { streams: 1_000, resources: 10_000 };

/** Limits for a shared connection, whose transport limits the number of streams. */
const sharedLimits: SubscriptionLimits = {
  streams: Infinity,
  resources: 1_000_000,
};

/** Approximate memory of a stream without its filter. */
const listenerBytes = 1_024;

/** Maximum number of subscribed resources on one stream. */
const maxResources = 10_000;

/** Rules for notifications, and the handler for errors in them. */
interface SubscriptionRules {
  /** Without a rule, every client may read every resource. */
  readonly mayRead?: ReadRule | undefined;
  readonly isOffered?: IsOffered | undefined;
  readonly onError: (error: Error) => void;
}

interface Subscription {
  readonly filter: JsonObject;
  readonly request: RequestRecord;
  end(): void;
}

/**
 * Streams of `subscriptions/listen` on one connection: of one client, or of all clients
 * that share it.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/patterns/subscriptions | Subscriptions}
 */
export class SubscriptionStreams {
  readonly #all = new Set<Subscription>();
  readonly #watchers = new ResourceIndex<Subscription>();
  readonly #limits: SubscriptionLimits;
  readonly #memory: MemoryBudget;
  readonly #rules: SubscriptionRules;
  /** Number of subscribed resources. */
  #watched = 0;
  #ended = false;

  constructor(
    isShared: boolean,
    memory: MemoryBudget,
    rules: SubscriptionRules = { onError() {} },
  ) {
    this.#limits = isShared ? sharedLimits : clientLimits;
    this.#memory = memory;
    this.#rules = rules;
  }

  /**
   * Opens a stream, and resolves when it ends. A stream that the client cancelled gets no
   * result. The filter leaves out resources that the client may not read.
   */
  listen(params: unknown, request: RequestRecord): Eventual<JsonObject> {
    const asked = isObject(params) ? params["notifications"] : undefined;
    const filter = honoured(asked, request.capabilities, request.table);
    const watched = watchedUris(filter);
    this.#assertValid(watched);
    const { mayRead } = this.#rules;
    if (!mayRead || watched.size === 0) return this.#open(filter, request);
    const viewer = viewerOf(request.sink);
    return whenReady(filterReadable([...watched], viewer, mayRead), (uris) =>
      this.#open({ ...filter, resourceSubscriptions: uris }, request),
    );
  }

  #open(filter: JsonObject, request: RequestRecord): Promise<JsonObject> {
    const watched = watchedUris(filter);
    this.#assertCapacity(watched);
    const bytes = listenerBytes + weigh(filter);
    if (!this.#memory.add(bytes)) throw tooMany();
    request.tell("notifications/subscriptions/acknowledged", {
      _meta: subscriptionMeta(request),
      notifications: filter,
    });
    return new Promise((resolve) => {
      const end = (): void => {
        if (!this.#all.delete(subscription)) return;
        this.#unwatch(subscription, watched);
        this.#memory.remove(bytes);
        resolve({ _meta: subscriptionMeta(request) });
      };
      const subscription = { filter, request, end };
      this.#all.add(subscription);
      this.#watched += watched.size;
      for (const uri of watched) this.#watchers.add(uri, subscription);
      request.signal.addEventListener("abort", end, { once: true });
      if (this.#ended || request.cancelled) end();
    });
  }

  /** Sends a change to the streams whose filter includes it. */
  notify(
    method: string,
    params: JsonObject | undefined,
    may?: ReceiveRule,
  ): void {
    for (const { request } of this.#receiversOf(method, params)) {
      const send = (): void => {
        const _meta = { ...metaOf(params), ...subscriptionMeta(request) };
        request.tell(method, { ...params, _meta });
      };
      if (!may) send();
      else
        notifyIfAllowed(
          () => may(viewerOf(request.sink)),
          send,
          this.#rules.onError,
        );
    }
  }

  /** Ends all streams with their results. */
  end(): void {
    this.#ended = true;
    for (const subscription of [...this.#all]) subscription.end();
  }

  #receiversOf(
    method: string,
    params: JsonObject | undefined,
  ): Iterable<Subscription> {
    if (isOfResource(method))
      return this.#watchers.find(String(params?.["uri"] ?? ""));
    return [...this.#all].filter(({ filter, request }) =>
      passes(filter, method, params, request.table),
    );
  }

  #unwatch(subscription: Subscription, watched: ReadonlySet<string>): void {
    this.#watched -= watched.size;
    for (const uri of watched) this.#watchers.remove(uri, subscription);
  }

  #assertValid(watched: ReadonlySet<string>): void {
    if (watched.size > maxResources) throw tooMany();
    for (const [at, uri] of [...watched].entries()) {
      const path = `notifications.resourceSubscriptions.${at}`;
      assertUriLength(uri, path, this.#memory);
      const { isOffered } = this.#rules;
      requireUri(uri, isOffered, "notifications", "resourceSubscriptions", at);
    }
  }

  #assertCapacity(watched: ReadonlySet<string>): void {
    const { streams, resources } = this.#limits;
    if (this.#all.size >= streams || this.#watched + watched.size > resources)
      throw tooMany();
  }
}

function tooMany(): ProtocolError {
  return new ProtocolError(INVALID_REQUEST, "Too many subscriptions");
}

/** Returns the `_meta` of a stream: its name is the id of the request that opened it. */
function subscriptionMeta({ id }: RequestRecord): JsonObject {
  return { [metaKeys.subscriptionId]: id };
}

function watchedUris({
  resourceSubscriptions: uris,
}: JsonObject): ReadonlySet<string> {
  return new Set(Array.isArray(uris) ? uris.map(String) : []);
}

/** Index of watchers by normalized URI. */
class ResourceIndex<Watcher extends object> {
  /** One watcher is the usual case and needs no set. */
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

  /**
   * Returns the watchers of a resource or of a resource that contains it, without
   * duplicates.
   */
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
