import { honoured } from "../../table/changes.ts";
import type { Connection } from "../../peer/connection.ts";
import {
  InvalidMessageError,
  toError,
  TransportError,
} from "../../wire/errors.ts";
import type { Exchange } from "../../peer/exchange.ts";
import {
  isObject,
  metaOf,
  type JsonObject,
  type RequestId,
} from "../../wire/message.ts";
import { isStateless } from "../../table/protocol-table.ts";
import { metaKeys } from "../../wire/meta-keys.ts";
import type { Change } from "./subscription.ts";
import { subscribe, type Watches } from "./watch.ts";

/** A subscription on one connection. */
export interface Listening {
  /** What the server agreed to tell. */
  readonly notifications: JsonObject;
  /** Asks the server for no more. */
  stop(): Promise<void>;
}

/** What hears notifications beside the client's handlers. */
export type Hear = (method: string, params: JsonObject) => void;

export interface NewListening {
  readonly connection: Connection;
  readonly exchange: Exchange;
  readonly hearers: Set<Hear>;
  readonly watches: Watches;
  readonly filter: JsonObject;
  change(change: Change): void;
  /** A subscription that was open is over; with an error when nobody asked for that. */
  ended(error?: Error): void;
}

/**
 * Asks a server to tell changes, as its lifecycle has it.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/patterns/subscriptions | Subscriptions}
 */
export function listen(wanted: NewListening): Promise<Listening> {
  return isStateless(wanted.exchange.dialect)
    ? openStream(wanted)
    : subscribe(wanted, honoured(wanted.filter, serverOf(wanted)));
}

function serverOf({ exchange }: NewListening): unknown {
  return exchange.peer.capabilities;
}

/** One request stays open, and what belongs to it carries its id. */
function openStream(wanted: NewListening): Promise<Listening> {
  const { connection, exchange, hearers, filter, change, ended } = wanted;
  const { sender, transport } = connection;
  const abort = new AbortController();
  let id: RequestId | undefined;
  let acknowledged = false;
  return new Promise((resolve, reject) => {
    const hear: Hear = (method, params) => {
      if (id === undefined) return;
      // How a server ends a stream, beside answering its request.
      if (method === "notifications/cancelled" && params["requestId"] === id)
        return sender.calls.take(id)?.resolve({});
      if (metaOf(params)[metaKeys.subscriptionId] !== id) return;
      if (method !== "notifications/subscriptions/acknowledged")
        return change({ method, params });
      acknowledged = true;
      sender.calls.allowSilence(id);
      resolve({ notifications: notificationsOf(params), stop });
    };
    const finish = (error?: Error): void => {
      hearers.delete(hear);
      if (acknowledged) ended(abort.signal.aborted ? undefined : error);
      else reject(error ?? unacknowledged());
    };
    hearers.add(hear);
    const request = sender.request(
      exchange,
      transport,
      "subscriptions/listen",
      { notifications: filter },
      { signal: abort.signal, onId: (sent) => (id = sent) },
    );
    const over = request.then(
      () => finish(),
      (error: unknown) => finish(toError(error)),
    );
    const stop = (): Promise<void> => {
      abort.abort("the client wants no more");
      return over;
    };
  });
}

function notificationsOf({ notifications }: JsonObject): JsonObject {
  return isObject(notifications) ? notifications : {};
}

function unacknowledged(): InvalidMessageError {
  return new InvalidMessageError(
    "subscriptions/listen: the server ended it without acknowledging it",
  );
}

/** Whether a subscription ended because its connection did. */
export function isLost(error: Error | undefined): boolean {
  return error instanceof TransportError;
}
