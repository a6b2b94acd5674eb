import { sendRefusal } from "../../../http/server/replies.ts";
import type { Visit } from "../../../http/server/exchange.ts";

/** Refuses a client that wants to read a stream. */
export type Refuse = (visit: Visit) => void;

/** Its client has read what is not kept yet, if it ever was told: it may come back. */
export const refuseEarly: Refuse = (visit) => {
  sendRefusal(visit, 503, "The last event is not kept yet");
};

/** The stream is not there, and nobody is who could write it. */
export const refuseNeverKept: Refuse = (visit) => {
  const reason =
    "The server process that worked on this request ended before others knew of it";
  sendRefusal(visit, 400, reason);
};
