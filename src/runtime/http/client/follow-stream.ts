import { now } from "../../protocol/timers/deadlines.ts";
import { toError, TransportError } from "../../protocol/errors.ts";
import { messageOf, readEvents } from "./events/read-events.ts";
import { getEvents, isTemporary } from "./events/get-events.ts";
import type { HttpLink } from "./http-link.ts";
import { Pace } from "./events/pace.ts";
import { StreamPlace } from "./events/stream-place.ts";

/** A connection that lived for so many milliseconds begins a new row of attempts. */
const healthyAfter = 5_000;

/** A stream that belongs to a call. */
export interface CallStream {
  readonly link: HttpLink;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** The headers of the session. */
  headers(): Readonly<Record<string, string>>;
  /** Hears each message; true for the one that ends the call. */
  hear(value: unknown): boolean;
  /** Whether nobody waits for the answer any more. */
  isOver(): boolean;
}

/**
 * Reads the stream of a call until its answer, and comes back for the rest when
 * it ends before. Rejects with a TransportError when there is no answer to come.
 * The page `basic/transports` of the revisions with sessions has it, under
 * Resumability and Redelivery.
 */
export async function followStream(
  stream: CallStream,
  body: ReadableStream<Uint8Array>,
): Promise<void> {
  const { link } = stream;
  const place = new StreamPlace();
  const pace = new Pace(link.options.reconnect);
  let next = body;
  for (;;) {
    let isAnswered = false;
    const hear = (value: unknown): boolean =>
      (isAnswered = stream.hear(value) || isAnswered);
    const failure = await readOnce({ link, place, pace, hear }, next);
    if (isAnswered || stream.isOver()) return;
    if (place.lastEventId === undefined)
      throw failure ?? new TransportError("the stream ended without an answer");
    next = await comeBack(stream, place, pace, failure);
  }
}

/** Who reads a stream, over all its connections. */
export interface StreamFollower {
  readonly link: HttpLink;
  readonly place: StreamPlace;
  readonly pace: Pace;
  /** Hears each message; true for the last that is wanted. */
  hear(value: unknown): boolean;
}

/**
 * Reads one connection of a stream to its end; gives why it broke, if it did.
 * A row of attempts is over when it brought something, or was long.
 */
export async function readOnce(
  { link, place, pace, hear }: StreamFollower,
  body: ReadableStream<Uint8Array>,
): Promise<Error | undefined> {
  const { maxEventBytes } = link.options;
  const opened = now();
  place.connect();
  try {
    await readEvents(body, maxEventBytes, (event) => {
      if (!place.take(event)) return false;
      const value = messageOf(event, link);
      return value !== undefined && hear(value);
    });
    return undefined;
  } catch (error) {
    return toError(error);
  } finally {
    if (place.isFresh || now() - opened > healthyAfter) pace.begin();
  }
}

async function comeBack(
  { link, signal, headers }: CallStream,
  { lastEventId, retryMs }: StreamPlace,
  pace: Pace,
  reason: Error | undefined,
): Promise<ReadableStream<Uint8Array>> {
  let failure =
    reason ?? new TransportError("the stream ended again and again");
  while (await pace.wait(retryMs, signal)) {
    if (signal.aborted) break;
    try {
      const got = await getEvents(link, headers(), signal, lastEventId);
      if (got.kind === "events") return got.body;
      failure = got.error;
      if (!isTemporary(got.status)) break;
    } catch (error) {
      failure = toError(error);
    }
  }
  throw failure;
}
