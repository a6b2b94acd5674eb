import type { RequestId } from "../../../protocol/message.ts";
import { limit } from "../../../protocol/timers/limit.ts";
import { getEvents } from "../events/get-events.ts";
import { Flight } from "../flight.ts";
import { takenBack, type Way } from "../handshake-way.ts";
import type { HttpLink } from "../http-link.ts";
import { Outbox, takenMs } from "../outbox.ts";
import { post } from "../post.ts";
import { revisionHeader } from "../revision-header.ts";
import { hearSseAnswer, otherwiseTaken } from "./call.ts";
import { hearEndpoint } from "./endpoint.ts";

/** How long a server may take to say where messages go, in milliseconds. */
const endpointMs = 5_000;

/**
 * Opens a connection over HTTP with SSE: all that the server says comes on one
 * stream, and messages go to another address. Rejects with a TransportError where
 * the server has none. When its stream ends, the connection of the link does. The
 * page `basic/transports` of the first revision has it.
 */
export async function openSseWay(
  link: HttpLink,
  closing: AbortSignal,
): Promise<Way> {
  const abort = new AbortController();
  const close = (): void => abort.abort();
  closing.addEventListener("abort", close, { once: true });
  if (closing.aborted) close();
  const stop = limit(link.clock, endpointMs, close);
  try {
    const got = await getEvents(link, {}, abort.signal);
    if (got.kind === "refused") throw got.error;
    const endpoint = await hearEndpoint(link, got.body, abort.signal);
    return connection(link, endpoint, abort);
  } catch (error) {
    close();
    throw error;
  } finally {
    stop();
  }
}

function connection(
  link: HttpLink,
  endpoint: URL,
  abort: AbortController,
): Way {
  const outbox = new Outbox(link);
  const flights = new Map<RequestId, Flight>();
  return {
    async call({ id }, body) {
      const flight = new Flight(id);
      flights.set(id, flight);
      const stop = limit(link.clock, takenMs, () => flight.cut());
      try {
        const headers = revisionHeader(link.table);
        const { signal } = flight;
        const message = { body, headers, signal, url: endpoint };
        const posted = await post(link, message).catch(otherwiseTaken);
        if (posted) hearSseAnswer(link, id, posted);
      } finally {
        stop();
        flights.delete(id);
        flight.end();
      }
    },
    async tell(message, body) {
      const id = takenBack(message);
      if (id !== undefined) flights.get(id)?.leave();
      const headers = revisionHeader(link.table);
      const refused = await outbox.tell(body, headers, endpoint);
      if (refused) throw refused.error;
    },
    begin: () => Promise.resolve(),
    close() {
      abort.abort();
      outbox.close();
      for (const flight of flights.values()) flight.cut();
      return Promise.resolve();
    },
  };
}
