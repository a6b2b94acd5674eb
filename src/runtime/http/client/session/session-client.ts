import { now } from "../../../protocol/timers/deadlines.ts";
import { sleep } from "../../../protocol/timers/sleep.ts";
import { toError, TransportError } from "../../../protocol/errors.ts";
import {
  isRequestId,
  type Message,
  type RequestId,
  type RequestMessage,
} from "../../../protocol/message.ts";
import {
  answersCall,
  isNotification,
  takenBack,
  type Told,
  type Way,
} from "../client-protocol.ts";
import { hearSessionAnswer, isGone, OpenedSession } from "./session.ts";
import { deleteSession, openNext } from "./open-session.ts";
import { Flight, Outbox, atMost } from "../post-queue.ts";
import type { HttpLink } from "../transport-context.ts";
import { post, type PostAnswer, type Refused } from "../post.ts";
import { followOwnStream, rowMs } from "./standalone-stream.ts";

/** How long messages wait for the standalone stream, on which a server may ask, in milliseconds. */
const listenMs = 300;

/** A session that lived for so many milliseconds begins a new row of short ones. */
const healthyAfter = 10_000;

/** How many short sessions in a row are followed by another at once. */
const maxShort = 5;

/**
 * Streamable HTTP: each message is a POST, in a session where the server opens
 * one, and in the next session when it does not know that one any more.
 */
export class SessionWay implements Way {
  readonly #link: HttpLink;
  readonly #send: (message: Message | readonly Message[]) => void;
  readonly #flights = new Map<RequestId, Flight>();
  readonly #outbox: Outbox;
  readonly #closing = new AbortController();
  /** How this side introduced itself. */
  #params: object = {};
  #opened: OpenedSession | undefined;
  /** The next session, while it is being opened. */
  #reopening: Promise<void> | undefined;
  #count = 0;
  /** How many sessions in a row were opened because the one before ended soon. */
  #short = 0;

  constructor(
    link: HttpLink,
    send: (message: Message | readonly Message[]) => void,
  ) {
    this.#link = link;
    this.#send = send;
    this.#outbox = new Outbox(link);
  }

  /**
   * Opens a session; `hear` learns whether the server did. Gives the refusal when
   * the server may know HTTP with SSE alone.
   */
  async initialize(
    { id, params = {} }: RequestMessage,
    body: string,
    hear: (isOpened: boolean) => void,
  ): Promise<Refused | undefined> {
    this.#params = params;
    await this.#leave();
    return this.#fly(id, async (flight) => {
      const posted = await post(this.#link, {
        body,
        headers: {},
        signal: flight.signal,
      });
      if (isElsewhere(posted)) return posted;
      const opened = this.#session(posted.headers);
      this.#opened = opened;
      await this.#hearSessionAnswer(opened, flight, posted, hear);
      return undefined;
    });
  }

  call({ id }: RequestMessage, body: string): Promise<void> {
    return this.#fly(id, async (flight) => {
      const opened = await this.#current();
      const posted = await this.#post(opened, body, flight.signal);
      if (!isGone(opened, posted)) {
        void this.#listen(opened);
        return this.#hearSessionAnswer(opened, flight, posted);
      }
      await this.#reopen(opened);
      // It may have been taken back meanwhile.
      if (flight.isOver) return;
      const next = await this.#current();
      const again = await this.#post(next, body, flight.signal);
      return this.#hearSessionAnswer(next, flight, again);
    });
  }

  async tell(message: Told, body: string): Promise<void> {
    const id = takenBack(message);
    if (id !== undefined) this.#flights.get(id)?.leave();
    const opened = await this.#current();
    let refused = await this.#told(opened, body);
    if (isGone(opened, refused)) {
      await this.#reopen(opened);
      if (!isLasting(message)) return;
      refused = await this.#told(await this.#current(), body);
    }
    if (refused) throw refused.error;
  }

  begin(): Promise<void> {
    return this.#opened ? this.#listen(this.#opened) : Promise.resolve();
  }

  /** Ends all calls; what has no answer may still be on its way. */
  cut(): void {
    for (const flight of this.#flights.values()) flight.cut();
    this.#opened?.end();
  }

  async close(): Promise<void> {
    this.cut();
    this.#closing.abort();
    this.#outbox.close();
    await this.#leave();
  }

  async #fly<Outcome>(
    id: RequestId,
    call: (flight: Flight) => Promise<Outcome>,
  ): Promise<Outcome> {
    const flight = new Flight(id);
    this.#flights.set(id, flight);
    try {
      return await call(flight);
    } catch (error) {
      // Something may be open still.
      flight.cut();
      throw error;
    } finally {
      this.#flights.delete(id);
      flight.end();
    }
  }

  async #current(): Promise<OpenedSession> {
    await this.#reopening;
    if (this.#opened) return this.#opened;
    throw new TransportError("the client has not shaken hands");
  }

  #post(
    opened: OpenedSession,
    body: string,
    signal: AbortSignal,
  ): Promise<PostAnswer> {
    const headers = opened.headers(this.#link.table);
    return post(this.#link, { body, headers, signal });
  }

  #told(opened: OpenedSession, body: string): Promise<Refused | undefined> {
    const headers = opened.headers(this.#link.table);
    return this.#outbox.tell(body, headers);
  }

  #hearSessionAnswer(
    opened: OpenedSession,
    flight: Flight,
    posted: PostAnswer,
    hear?: (isResult: boolean) => void,
  ): Promise<void> {
    return hearSessionAnswer(
      {
        link: this.#link,
        opened,
        flight,
        take: (value, answer) => {
          hear?.("result" in answer);
          opened.hear(value);
        },
        expects: (id) => this.#expects(id),
      },
      posted,
    );
  }

  /** An answer that came for another call: nobody need wait for it there. */
  #expects(id: unknown): boolean {
    const flight = isRequestId(id)
      ? (this.#flights.get(id) ?? this.#flights.get(Number(id)))
      : undefined;
    flight?.leave();
    return flight !== undefined;
  }

  #session(headers: Headers): OpenedSession {
    const { receiver } = this.#link;
    const opened: OpenedSession = new OpenedSession(
      headers,
      receiver,
      (message) => {
        if (opened.over.aborted)
          throw new TransportError("the session is over");
        this.#send(message);
      },
    );
    return opened;
  }

  /** Resolves when the stream is open, but soon. */
  #listen(opened: OpenedSession): Promise<void> {
    const link = this.#link;
    const { signal } = this.#closing;
    const wanted = link.options.standaloneStream && !opened.isHeard;
    if (!wanted || signal.aborted) return Promise.resolve();
    opened.isHeard = true;
    const answered = new Promise<void>((resolve) => {
      const over = followOwnStream({
        link,
        signal: opened.over,
        headers: () => opened.headers(link.table),
        hear: (value) => {
          if (answersCall(value)) this.#expects(value["id"]);
          opened.hear(value);
        },
        onAnswer: resolve,
        onGone: () => void this.#vanished(opened),
        onDeaf: (error) => this.#isWanted(opened, error),
      });
      void over.then(resolve);
    });
    return atMost(answered, listenMs);
  }

  /** Nobody called, and the session is gone: the next may have something to tell. */
  async #vanished(opened: OpenedSession): Promise<void> {
    const { receiver } = this.#link;
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        return await this.#reopen(opened);
      } catch (error) {
        receiver.failed?.(undefined, toError(error));
        if (!this.#isWanted(opened, toError(error))) return;
      }
      await sleep(rowMs, signal);
    }
  }

  /** Whether a stream that is lost is looked for; if not, the next call does. */
  #isWanted(opened: OpenedSession, error: Error): boolean {
    return (opened.isHeard = this.#link.receiver.deaf?.(error) ?? false);
  }

  /** Opens the next session, once for all that notice. */
  #reopen(opened: OpenedSession): Promise<void> {
    if (this.#opened !== opened) return Promise.resolve(this.#reopening);
    this.#reopening ??= this.#replace(opened).finally(() => {
      this.#reopening = undefined;
    });
    return this.#reopening;
  }

  async #replace(opened: OpenedSession): Promise<void> {
    const link = this.#link;
    const isShort = now() - opened.since < healthyAfter;
    if (!isShort) this.#short = 0;
    else if (this.#short >= maxShort)
      throw new TransportError("sessions end again and again");
    const next = await openNext(link, {
      id: `session-${++this.#count}`,
      params: this.#params,
      signal: this.#closing.signal,
      open: (headers) => this.#session(headers),
    });
    opened.end();
    opened.takeBack("the session ended");
    this.#short++;
    this.#opened = next;
    void this.#listen(next);
    link.receiver.reopened?.();
  }

  /** Tells the server that the session is over. */
  async #leave(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    opened?.end();
    if (opened) await deleteSession(this.#link, opened);
  }
}

/** Whether the server may know HTTP with SSE alone, whatever it says besides. */
function isElsewhere(posted: PostAnswer): posted is Refused {
  if (posted.kind !== "refused") return false;
  const { status } = posted;
  return status === 400 || status === 404 || status === 405;
}

/** Whether a message concerns the next session as well: no call of this one, nor its opening. */
function isLasting(message: Told): boolean {
  return (
    isNotification(message) &&
    message.method !== "notifications/cancelled" &&
    message.method !== "notifications/initialized"
  );
}
