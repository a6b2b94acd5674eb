import { sendRefusal } from "../../../http/server/replies.ts";
import type { HttpExchange } from "../../../http/server/exchange.ts";

/** Rejects a request to read a stream. */
export type Refuse = (visit: HttpExchange) => void;

/** The client is ahead of the stored events; it can retry. */
export const refuseEarly: Refuse = (visit) => {
  sendRefusal(visit, 503, "The last event is not stored yet. Retry later.");
};

/** The stream does not exist and its process is dead. */
export const refuseNeverKept: Refuse = (visit) => {
  const reason =
    "The server process that worked on this request ended before others knew of it";
  sendRefusal(visit, 400, reason);
};
