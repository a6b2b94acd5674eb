// The runtime of mcp-gen 0.1.0.

import { honoured, passes } from "./changes.js";
import { INVALID_REQUEST, ProtocolError } from "./errors.js";
import { isObject, metaOf, type JsonObject } from "./message.js";
import type { RequestContext } from "./request-context.js";
import { metaKeys } from "./stateless-meta.js";

/** A bound on what one client can make the server keep: streams at once. */
const maxListeners = 1_000;

/** The same for the resources that it watches, on all streams together. */
const maxResources = 10_000;

interface Listener {
  readonly filter: JsonObject;
  readonly context: RequestContext;
  end(): void;
}

/**
 * The `subscriptions/listen` streams of one connection.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/patterns/subscriptions | Subscriptions}
 */
export class Listeners {
  readonly #all = new Set<Listener>();
  #ended = false;

  /** Resolves when the stream ends; one that the client cancelled gets no answer. */
  listen(params: unknown, context: RequestContext): Promise<JsonObject> {
    const asked = isObject(params) ? params["notifications"] : undefined;
    const filter = honoured(asked, context.exchange.dialect.capabilities);
    this.#requireRoom(filter);
    context.tell("notifications/subscriptions/acknowledged", {
      _meta: subscription(context),
      notifications: filter,
    });
    return new Promise((resolve) => {
      const end = (): void => {
        this.#all.delete(listener);
        resolve({ _meta: subscription(context) });
      };
      const listener = { filter, context, end };
      this.#all.add(listener);
      context.signal.addEventListener("abort", end, { once: true });
      if (this.#ended) end();
    });
  }

  tell(method: string, params: JsonObject | undefined): void {
    for (const { filter, context } of this.#all) {
      if (!passes(filter, method, params)) continue;
      const _meta = { ...metaOf(params), ...subscription(context) };
      context.tell(method, { ...params, _meta });
    }
  }

  /** Ends all streams, each with its result. */
  end(): void {
    this.#ended = true;
    for (const listener of [...this.#all]) listener.end();
  }

  #requireRoom(filter: JsonObject): void {
    let watched = count(filter);
    for (const listener of this.#all) watched += count(listener.filter);
    if (this.#all.size >= maxListeners || watched > maxResources)
      throw new ProtocolError(INVALID_REQUEST, "Too many subscriptions");
  }
}

/** The stream's name is the id of the request that opened it. */
function subscription({ id }: RequestContext): JsonObject {
  return { [metaKeys.subscriptionId]: id };
}

function count({ resourceSubscriptions: uris }: JsonObject): number {
  return Array.isArray(uris) ? uris.length : 0;
}
