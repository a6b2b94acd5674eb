import {
  InvalidMessageError,
  toError,
  TransportError,
} from "../../../wire/errors.ts";
import type { RequestId } from "../../../wire/message.ts";
import { isAnswer, refusal } from "../answers.ts";
import { messageOf, readEvents } from "../events/events.ts";
import { Flight } from "../session/flight.ts";
import { getEvents } from "../events/get-events.ts";
import type { ClientHost } from "../host.ts";
import { HttpError } from "../http-error.ts";
import { Outbox, takenMs } from "../outbox.ts";
import { post, type Posted } from "../post.ts";
import { drop } from "../read-body.ts";
import { versionHeader } from "../session/version-header.ts";
import { takenBack, type Way } from "../way.ts";

/** How long a server may take to say where messages go, in milliseconds. */
const endpointMs = 5_000;

/**
 * Opens a connection over HTTP with SSE: all that the server says comes on one
 * stream, and messages go to another address. Rejects with a TransportError where
 * the server has none. When its stream ends, the connection of the host does. The
 * page `basic/transports` of the first revision has it.
 */
export async function openSse(
  host: ClientHost,
  closing: AbortSignal,
): Promise<Way> {
  const abort = new AbortController();
  const close = (): void => abort.abort();
  closing.addEventListener("abort", close, { once: true });
  if (closing.aborted) close();
  const timer = setTimeout(close, endpointMs);
  try {
    const got = await getEvents(host, {}, abort.signal);
    if (got.kind === "refused") throw got.error;
    const endpoint = await listen(host, got.body, abort.signal);
    return connection(host, endpoint, abort);
  } catch (error) {
    close();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Hears the stream to its end; resolves as soon as the server said where messages go. */
function listen(
  host: ClientHost,
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): Promise<URL> {
  const { options, receiver } = host;
  return new Promise((resolve, reject) => {
    let endpoint: URL | undefined;
    const over = (error?: unknown): void => {
      const reason =
        error === undefined
          ? new TransportError("the event stream ended")
          : toError(error);
      if (!endpoint) reject(reason);
      else if (!signal.aborted) host.end(reason);
    };
    const read = readEvents(body, options.maxEventBytes, (event) => {
      const { type, data } = event;
      if (data === "" || signal.aborted) return;
      if (!endpoint) {
        endpoint = endpointOf(options.url, type, data);
        return resolve(endpoint);
      }
      const value = messageOf(event, receiver);
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
  } catch (cause) {
    throw new TransportError("the endpoint is no URL", { cause });
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

function connection(
  host: ClientHost,
  endpoint: URL,
  abort: AbortController,
): Way {
  const outbox = new Outbox(host);
  const flights = new Map<RequestId, Flight>();
  return {
    async call({ id }, body) {
      const flight = new Flight(id);
      flights.set(id, flight);
      const timer = setTimeout(() => flight.cut(), takenMs);
      try {
        const headers = versionHeader(host.table);
        const { signal } = flight;
        const posted = await post(host, body, headers, signal, endpoint).catch(
          otherwiseTaken,
        );
        if (posted) taken(host, id, posted);
      } finally {
        clearTimeout(timer);
        flights.delete(id);
        flight.end();
      }
    },
    async tell(message, body) {
      const id = takenBack(message);
      if (id !== undefined) flights.get(id)?.leave();
      const headers = versionHeader(host.table);
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

/** The revision does not say with which body, or kind of body, a server takes a message. */
function otherwiseTaken(error: unknown): undefined {
  const isTaken =
    error instanceof InvalidMessageError ||
    (error instanceof HttpError && error.status < 300);
  if (!isTaken) throw error;
}

/** Answers come on the stream, but some servers answer at once. */
function taken({ receiver }: ClientHost, id: RequestId, posted: Posted): void {
  switch (posted.kind) {
    case "accepted":
      return;
    case "json":
      if (isAnswer(posted.value)) receiver.message(posted.value);
      return;
    case "events":
      return drop(posted);
    case "refused":
      return receiver.message(refusal(id, posted));
    default:
      return posted satisfies never;
  }
}
