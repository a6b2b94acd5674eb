import { isPartOf, passes } from "../../protocol/revision/changes.ts";
import { normalizeUri } from "../../protocol/uri.ts";
import type { Exchange } from "../../peer/exchange.ts";
import { TransportError } from "../../protocol/errors.ts";
import type { JsonObject } from "../../protocol/message.ts";
import type { Hear, Listening, NewListening } from "./listening.ts";

/**
 * Subscribes where each resource is a request of its own; changes of lists are
 * told anyway. The page is `server/resources` of the revisions that have
 * `resources/subscribe`.
 */
export async function subscribe(
  wanted: NewListening,
  notifications: JsonObject,
): Promise<Listening> {
  const { change, ended, hearers, exchange } = wanted;
  const { resourceSubscriptions: uris } = notifications;
  const resources = Array.isArray(uris) ? [...new Set(uris.map(String))] : [];
  const hear: Hear = (method, params) => {
    if (isMeant(notifications, resources, exchange, method, params))
      change({ method, params });
  };
  const forget = async (): Promise<void> => {
    hearers.delete(hear);
    await Promise.all(resources.map((uri) => unwatch(wanted, uri)));
  };
  hearers.add(hear);
  try {
    await Promise.all(resources.map((uri) => watch(wanted, uri)));
  } catch (error) {
    // It never was open: whoever asked hears of the failure, and of no end.
    await forget().catch(() => {});
    throw error;
  }
  return {
    notifications,
    stop: async () => {
      await forget();
      ended();
    },
  };
}

/** A server may also name a part of a resource that is watched. */
function isMeant(
  notifications: JsonObject,
  resources: readonly string[],
  { dialect }: Exchange,
  method: string,
  params: JsonObject,
): boolean {
  if (method !== "notifications/resources/updated")
    return passes(notifications, method, params, dialect.table);
  return resources.some((uri) => isPartOf(uri, String(params["uri"])));
}

function watch(wanted: NewListening, uri: string): Promise<unknown> {
  const { watches } = wanted;
  const key = normalizeUri(uri);
  const known = watches.get(key) ?? { uri, count: 0, last: Promise.resolve() };
  watches.set(key, known);
  if (known.count++ === 0) {
    const ask = (): Promise<unknown> =>
      tellWatched(wanted, "resources/subscribe", uri);
    known.last = known.last.then(ask, ask);
  }
  return known.last;
}

/** The server forgets a resource when nobody watches it any more. */
async function unwatch(wanted: NewListening, spelling: string): Promise<void> {
  const { watches } = wanted;
  const key = normalizeUri(spelling);
  const known = watches.get(key);
  if (!known || --known.count > 0) return;
  known.last = known.last.then(
    () => tellWatched(wanted, "resources/unsubscribe", known.uri),
    () => {}, // it was never watched
  );
  try {
    await known.last;
  } catch (error) {
    // With the connection, the subscription is gone anyway.
    if (!(error instanceof TransportError)) throw error;
  }
  if (known.count === 0) watches.delete(key);
}

/** Tells the server that a resource is watched, or is not any more. */
export function tellWatched(
  { connection, exchange }: Pick<NewListening, "connection" | "exchange">,
  method: string,
  uri: string,
): Promise<JsonObject> {
  return connection.outgoing.request({ method, params: { uri }, exchange });
}
