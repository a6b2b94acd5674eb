import type { RequestId } from "../../protocol/message.ts";
import { limit } from "../../protocol/timers/limit.ts";
import { getEvents, messageOf, readEvents } from "./events/read-events.ts";
import { Flight, Outbox, takenMs } from "./post-queue.ts";
import {
  takenBack,
  type Way,
  revisionHeader,
  answersCall,
  refusal,
} from "./client-protocol.ts";
import type { HttpLink } from "./transport-context.ts";
import { post, HttpError, type PostAnswer } from "./post.ts";
import {
  toError,
  TransportError,
  InvalidMessageError,
} from "../../protocol/errors.ts";
import { drop } from "./fetch-answer.ts";

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

/** Hears the stream to its end; resolves as soon as the server said where messages go. */
export function hearEndpoint(
  link: HttpLink,
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): Promise<URL> {
  const { options, receiver } = link;
  return new Promise((resolve, reject) => {
    let endpoint: URL | undefined;
    const over = (error?: unknown): void => {
      const reason =
        error === undefined
          ? new TransportError("the event stream ended")
          : toError(error);
      if (!endpoint) reject(reason);
      else if (!signal.aborted) link.end(reason);
    };
    const read = readEvents(body, options.maxEventBytes, (event) => {
      const { type, data } = event;
      if (data === "" || signal.aborted) return;
      if (!endpoint) {
        endpoint = endpointOf(options.url, type, data);
        return resolve(endpoint);
      }
      const value = messageOf(event, link);
      if (value !== undefined) receiver.message(value);
    });
    read.then(() => over(), over);
  });
}

/** Throws a TransportError for what is no endpoint of the same origin. */
function endpointOf(url: URL, type: string, data: string): URL {
  if (type !== "endpoint")
    throw new TransportError("the first event names no endpoint");
  let endpoint: URL;
  try {
    endpoint = new URL(data, url);
  } catch {
    // Its error repeats the address of the server, whose query may hold secrets.
    throw new TransportError("the endpoint is no URL");
  }
  const { origin, username, password } = endpoint;
  if (origin !== url.origin)
    throw new TransportError(
      `the endpoint is at ${origin}, and not at ${url.origin}`,
    );
  // A fetch would refuse them, with an error that shows them.
  if (username !== "" || password !== "")
    throw new TransportError("the endpoint has credentials");
  return endpoint;
}

/** The revision does not say with which body, or kind of body, a server takes a message. */
export function otherwiseTaken(error: unknown): undefined {
  const isTaken =
    error instanceof InvalidMessageError ||
    (error instanceof HttpError && error.status < 300);
  if (!isTaken) throw error;
}

/** Hears what a server says to a posted call: answers come on the stream, but some servers answer at once. */
export function hearSseAnswer(
  { receiver }: HttpLink,
  id: RequestId,
  posted: PostAnswer,
): void {
  switch (posted.kind) {
    case "accepted":
      return;
    case "json":
      if (answersCall(posted.value)) receiver.message(posted.value);
      return;
    case "events":
      return drop(posted);
    case "refused":
      return receiver.message(refusal(id, posted));
    default:
      return posted satisfies never;
  }
}
