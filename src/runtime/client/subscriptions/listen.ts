import { honoured } from "../../protocol/revision/changes.ts";
import { Call } from "../../peer/call.ts";
import {
  InvalidMessageError,
  toError,
  TransportError,
} from "../../protocol/errors.ts";
import { metaOf, objectOf, type JsonObject } from "../../protocol/message.ts";
import { isStateless } from "../../protocol/revision/protocol-table.ts";
import { metaKeys } from "../../protocol/meta-keys.ts";
import type { Hear, Listening, NewListening } from "./listening.ts";
import { subscribe } from "./watch.ts";

/**
 * Asks a server to tell changes, as its lifecycle has it.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/patterns/subscriptions | Subscriptions}
 */
export function startListening(wanted: NewListening): Promise<Listening> {
  return isStateless(wanted.exchange.dialect)
    ? openStream(wanted)
    : subscribe(wanted, agreedTo(wanted));
}

/** What the server tells without being asked for a stream. */
function agreedTo({ exchange, filter }: NewListening): JsonObject {
  const { peer, dialect } = exchange;
  return honoured(filter, peer.capabilities, dialect.table);
}

/** One request stays open, and what belongs to it carries its id. */
function openStream(wanted: NewListening): Promise<Listening> {
  const { connection, exchange, hearers, filter, change, ended } = wanted;
  const { outgoing, transport } = connection;
  const abort = new AbortController();
  const asked = {
    method: "subscriptions/listen",
    params: { notifications: filter },
    // It is open until somebody ends it.
    options: { signal: abort.signal, totalTimeout: Infinity },
    exchange,
  };
  const call = new Call(asked, transport);
  let acknowledged = false;
  return new Promise((resolve, reject) => {
    const hear: Hear = (method, params) => {
      const { id } = call;
      if (id === undefined) return;
      // How a server ends a stream, beside answering its request.
      if (method === "notifications/cancelled" && params["requestId"] === id)
        return outgoing.pending.end(call, {});
      if (metaOf(params)[metaKeys.subscriptionId] !== id) return;
      if (method !== "notifications/subscriptions/acknowledged")
        return change({ method, params });
      acknowledged = true;
      outgoing.pending.allowSilence(call);
      resolve({ notifications: notificationsOf(params), stop });
    };
    const finish = (error?: Error): void => {
      hearers.delete(hear);
      if (acknowledged) ended(abort.signal.aborted ? undefined : error);
      else reject(error ?? unacknowledged());
    };
    hearers.add(hear);
    outgoing.ask(call);
    const over = call.done.then(
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
  return objectOf(notifications);
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
