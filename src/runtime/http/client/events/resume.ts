import { now } from "../../../time/deadlines.ts";
import { toError, TransportError } from "../../../wire/errors.ts";
import { messageOf, readEvents } from "./events.ts";
import { getEvents, isTemporary } from "./get-events.ts";
import type { ClientHost } from "../host.ts";
import { Pace } from "./pace.ts";
import { Place } from "./place.ts";

/** A connection that lived for so many milliseconds begins a new row of attempts. */
const healthyAfter = 5_000;

/** A stream that belongs to a call. */
export interface CallStream {
  readonly host: ClientHost;
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
export async function follow(
  stream: CallStream,
  body: ReadableStream<Uint8Array>,
): Promise<void> {
  const { host } = stream;
  const place = new Place();
  const pace = new Pace(host.options.reconnect);
  let next = body;
  for (;;) {
    let isAnswered = false;
    const hear = (value: unknown): boolean =>
      (isAnswered = stream.hear(value) || isAnswered);
    const failure = await readOnce(host, next, place, pace, hear);
    if (isAnswered || stream.isOver()) return;
    if (place.lastEventId === undefined)
      throw failure ?? new TransportError("the stream ended without an answer");
    next = await comeBack(stream, place, pace, failure);
  }
}

/**
 * Reads one connection of a stream to its end; gives why it broke, if it did.
 * A row of attempts is over when it brought something, or was long.
 */
export async function readOnce(
  host: ClientHost,
  body: ReadableStream<Uint8Array>,
  place: Place,
  pace: Pace,
  hear: (value: unknown) => boolean,
): Promise<Error | undefined> {
  const { maxEventBytes } = host.options;
  const opened = now();
  place.connect();
  try {
    await readEvents(body, maxEventBytes, (event) => {
      if (!place.take(event)) return false;
      const value = messageOf(event, host.receiver);
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
  { host, signal, headers }: CallStream,
  { lastEventId, retryMs }: Place,
  pace: Pace,
  reason: Error | undefined,
): Promise<ReadableStream<Uint8Array>> {
  let failure =
    reason ?? new TransportError("the stream ended again and again");
  while (await pace.wait(retryMs, signal)) {
    if (signal.aborted) break;
    try {
      const got = await getEvents(host, headers(), signal, lastEventId);
      if (got.kind === "events") return got.body;
      failure = got.error;
      if (!isTemporary(got.status)) break;
    } catch (error) {
      failure = toError(error);
    }
  }
  throw failure;
}
