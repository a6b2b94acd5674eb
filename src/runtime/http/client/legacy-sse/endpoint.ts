import { toError, TransportError } from "../../../protocol/errors.ts";
import { messageOf, readEvents } from "../events/read-events.ts";
import type { HttpLink } from "../http-link.ts";

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
