import type { HttpLink } from "../http-link.ts";
import type { HttpError } from "../http-error.ts";
import { httpError, mediaType } from "../post.ts";
import { drop } from "../read-body.ts";
import { fetchAnswer } from "../fetch-answer.ts";

/** What a server answers to a GET. */
export type Got =
  | { readonly kind: "events"; readonly body: ReadableStream<Uint8Array> }
  /** Any answer that is no event stream. */
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly error: HttpError;
    };

/**
 * Asks for an event stream: with the id of an event, for what came after it on
 * the same stream. Rejects with a TransportError when there is no answer. Whoever
 * takes `events` reads or cancels them.
 */
export async function getEvents(
  link: HttpLink,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  lastEventId?: string,
  isBackground = false,
): Promise<Got> {
  const response = await fetchAnswer(link, {
    method: "GET",
    headers: {
      accept: "text/event-stream",
      ...headers,
      ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
    },
    signal,
    ...(isBackground && { priority: "low" }),
  });
  const { ok, status, body } = response;
  if (ok && body && mediaType(response) === "text/event-stream")
    return { kind: "events", body };
  drop(response);
  const reason = ok ? "there is no event stream" : undefined;
  const error = httpError(response, link.options.url, reason, {
    method: "GET",
  });
  return { kind: "refused", status, error };
}

/** Whether the same request may be answered otherwise a little later. */
export function isTemporary(status: number): boolean {
  return status >= 500 || status === 408 || status === 429;
}
