import { toError, TransportError } from "../../../protocol/errors.ts";
import { parseJson } from "../../../protocol/validation/parse-json.ts";
import { receiveUnparsed } from "../../../peer/unparsed-message.ts";
import type { HttpLink } from "../transport-context.ts";
import { EventParser, type ServerEvent } from "./event-parser.ts";
import { type HttpError, httpError, mediaType } from "../post.ts";
import { drop, fetchAnswer } from "../fetch-answer.ts";

/** How long a stream that has nothing more to say may stay open, in milliseconds. */
const graceMs = 1_000;

/** How much it may say then, in bytes. */
const graceBytes = 64 * 1024;

/**
 * Reads an event stream until it ends, or until `hear` says by `true` that it
 * needs no more: then the stream gets a moment to end, so that its connection can
 * be used again, and is cut. Rejects with a TransportError when the stream breaks,
 * is not UTF-8, or has an event of more than `maxEventBytes` bytes.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  maxEventBytes: number,
  hear: (event: ServerEvent) => boolean | void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let enough = false;
  const parser = new EventParser((event) => {
    if (!enough) enough = hear(event) === true;
  });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      // A sign that the end cuts off belongs to an event that it cuts off.
      if (done) return;
      parser.push(decoder.decode(value, { stream: true }));
      if (enough) return await leave(reader);
      if (parser.waiting > maxEventBytes)
        throw new Error(`an event is longer than ${maxEventBytes} bytes`);
    }
  } catch (cause) {
    reader.cancel().catch(() => {});
    throw broken(cause);
  }
}

/** Lets a stream end, of which nothing more is wanted. */
async function leave(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<void> {
  const cut = (): void => void reader.cancel().catch(() => {});
  const timer = setTimeout(cut, graceMs);
  try {
    let left = graceBytes;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      left -= value.byteLength;
      if (left < 0) return cut();
    }
  } catch {
    // It broke, and nobody misses anything.
  } finally {
    clearTimeout(timer);
  }
}

/** Parses an event that is a message. Text that cannot be parsed is reported. */
export function messageOf(
  { type, data }: ServerEvent,
  { options, receiver }: Pick<HttpLink, "options" | "receiver">,
): unknown {
  if (type !== "message" || data === "") return undefined;
  try {
    return parseJson(data, options);
  } catch (error) {
    receiveUnparsed(receiver, data, error, "an event is not JSON");
    return undefined;
  }
}

function broken(cause: unknown): TransportError {
  const { message } = toError(cause);
  return new TransportError(`the event stream broke: ${message}`, { cause });
}

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
