import { toError, TransportError } from "../../../protocol/errors.ts";
import { sleep } from "../../../protocol/timers/sleep.ts";
import { getEvents, isTemporary } from "../events/read-events.ts";
import type { HttpLink } from "../transport-context.ts";
import { Pace, StreamPlace, readOnce } from "../events/follow-stream.ts";

export interface OwnStream {
  readonly link: HttpLink;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** The headers of the session. */
  headers(): Readonly<Record<string, string>>;
  hear(value: unknown): void;
  /** Hears that the server has answered for the first time. */
  onAnswer(): void;
  /** The server does not know the session any more. */
  onGone(): void;
  /** Hears that the stream is lost, after all attempts; whether to look for it still. */
  onDeaf(error: Error): boolean;
}

/**
 * Hears what a server sends on its own, and opens the stream again whenever it
 * ends. A server need not offer it. Never rejects: what goes wrong is reported.
 * The page `basic/transports` of the revisions with sessions has it, under
 * Listening for Messages from the Server.
 */
export async function followOwnStream(options: OwnStream): Promise<void> {
  const { link, signal, headers, hear } = options;
  const place = new StreamPlace();
  const pace = new Pace(link.options.reconnect, leastMs);
  let wasOpen = false;
  let failure: Error | undefined;
  const listen = (value: unknown): boolean => {
    hear(value);
    return false;
  };
  /** After a row of attempts: another, as long as somebody waits for what it tells. */
  const beginRow = async (): Promise<boolean> => {
    if (signal.aborted) return false;
    const error = failure ?? new TransportError(endless);
    link.warn(error);
    if (!options.onDeaf(error)) return false;
    pace.begin();
    await sleep(rowMs, signal);
    return true;
  };
  let isRefused: boolean;
  do {
    if (signal.aborted) return;
    isRefused = false;
    try {
      const { lastEventId } = place;
      const got = await getEvents(link, headers(), signal, lastEventId, true);
      options.onAnswer();
      if (got.kind === "events") {
        wasOpen = true;
        failure = await readOnce({ link, place, pace, hear: listen }, got.body);
        continue;
      }
      failure = got.error;
      if (isTemporary(got.status)) continue;
      if (got.status === 204 || (!wasOpen && isUnoffered(got.status))) return;
      if (got.status === 404) return options.onGone();
      // A server that is told of no event opens another stream.
      isRefused = lastEventId === undefined;
      place.forget();
    } catch (error) {
      failure = toError(error);
    }
  } while (
    (!isRefused && (await pace.wait(place.retryMs, signal))) ||
    (await beginRow())
  );
}

/** Shortest wait before the stream is opened again, in milliseconds: no call waits for it. */
const leastMs = 1_000;

/** How long it waits before another row of attempts, in milliseconds. */
export const rowMs = 5_000;

const endless = "the stream for what belongs to no call ends again and again";

/** How servers say that they have no such stream. */
function isUnoffered(status: number): boolean {
  return status === 405 || status === 404 || status === 400;
}
