import { now, longestDelay } from "../../../protocol/timers/deadlines.ts";
import { toError, TransportError } from "../../../protocol/errors.ts";
import {
  messageOf,
  readEvents,
  getEvents,
  isTemporary,
} from "./read-events.ts";
import type { HttpLink } from "../transport-context.ts";
import { sleep } from "../../../protocol/timers/sleep.ts";
import type { ReconnectOptions } from "../options.ts";
import type { ServerEvent } from "./event-parser.ts";

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

/** Shortest `retry` that counts as a time to wait, in milliseconds. */
const shortestRetry = 100;

/** Times of the attempts to open a stream again. */
export class Pace {
  readonly #options: Required<ReconnectOptions>;
  readonly #leastMs: number;
  /** How often in a row without anything new. */
  #count = 0;

  /** `leastMs` is the wait for a `retry` that is too short, such as 0. */
  constructor(
    options: Required<ReconnectOptions>,
    leastMs: number = shortestRetry,
  ) {
    this.#options = options;
    this.#leastMs = Math.min(leastMs, options.delayMs);
  }

  /** Something new came: a new row begins. */
  begin(): void {
    this.#count = 0;
  }

  /**
   * Waits before the next attempt: as long as the server says, and longer each
   * time that an attempt brought nothing. Returns false at once after the last attempt.
   */
  async wait(
    retryMs: number | undefined,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { attempts } = this.#options;
    if (this.#count >= attempts) return false;
    await sleep(this.#delay(retryMs), signal);
    return true;
  }

  #delay(retryMs: number | undefined): number {
    const { delayMs, maxDelayMs } = this.#options;
    const round = this.#count++;
    const own = Math.min(delayMs * 2 ** round, maxDelayMs);
    if (retryMs === undefined) return own;
    const asked = retryMs < shortestRetry ? this.#leastMs : retryMs;
    const longer = round === 0 ? asked : Math.max(asked, own);
    return Math.min(longer, maxDelayMs, longestDelay);
  }
}

/** How many events of a stream are known again: the newest of them. */
const maxKnown = 256;

/** The longest id that travels as a header. */
const maxIdLength = 4_096;

/** How far an event stream was read, over all its connections. */
export class StreamPlace {
  /** Where to go on; undefined where the server cannot. */
  lastEventId: string | undefined;
  /** How long the server wants a client to wait, in milliseconds. */
  retryMs: number | undefined;
  /** Whether this connection brought anything new. */
  isFresh = false;
  readonly #known = new Set<string>();
  /** What earlier connections brought ends where something new comes. */
  #isReturn = false;

  /** Another connection begins. */
  connect(): void {
    this.isFresh = false;
    this.#isReturn = this.#known.size > 0;
  }

  /** The server does not know the place: the next connection is a new stream. */
  forget(): void {
    this.lastEventId = undefined;
    this.#known.clear();
  }

  /** Records an event. Returns true if it is new; one that has only `retry` is not. */
  take({ id, retry, data }: ServerEvent): boolean {
    if (retry !== undefined) this.retryMs = retry;
    if (id === undefined && data === "") return false;
    if (id !== undefined && this.#isReturn && this.#known.has(id)) return false;
    this.isFresh = true;
    if (id === undefined) return true;
    this.#isReturn = false;
    this.lastEventId = isSendable(id) ? id : undefined;
    if (this.lastEventId !== undefined) this.#remember(id);
    return true;
  }

  #remember(id: string): void {
    this.#known.add(id);
    if (this.#known.size <= maxKnown) return;
    for (const oldest of this.#known) {
      this.#known.delete(oldest);
      return;
    }
  }
}

/** An empty id takes an earlier one back, and few servers have one that no header can carry. */
function isSendable(id: string): boolean {
  if (id === "" || id.length > maxIdLength) return false;
  for (const sign of id) if (sign < " " || sign > "~") return false;
  return true;
}
