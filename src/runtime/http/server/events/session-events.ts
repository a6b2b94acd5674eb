import type { Awaitable } from "../../../protocol/answer.ts";
import { toError } from "../../../protocol/errors.ts";
import { isPromiseLike } from "../../../protocol/message.ts";
import type { EventStore, StoredEvent, StreamOwner } from "./event-store.ts";
import { withTimeout } from "../with-timeout.ts";

/** What a stream belongs to: a call, or the session itself. */
export type StreamKind = "c" | "s";

export type Events = readonly StoredEvent[];

/** A stream that is complete, and how far it went. */
export interface Finished {
  readonly stream: string;
  readonly last: number;
  /** The scopes that its call needed. */
  readonly needs: readonly string[];
}

/** Something that goes on until it is over, or stopped. */
interface Ongoing {
  /** Another takes its place. */
  stop(): void;
  /** There is nothing more to come. */
  close(): void;
}

/** A bound on what clients can come back for: streams of one session that are complete. */
const maxFinished = 64;

/** A bound on what waits for a slow store, in events of one session. */
const maxBacklog = 10_000;

/** What is asked of the store at once, in bytes, about. */
export const pageBytes: number = 64 * 1024;

/** How long a store may take for one thing, in milliseconds. */
const storeMs = 30_000;

/**
 * The events of one session's streams, in a store that may be slow or fail:
 * nobody but a client that comes back waits for it.
 */
export class SessionEvents {
  readonly #prefix: string;
  readonly #owner: StreamOwner;
  readonly #store: EventStore;
  readonly #onError: (error: Error) => void;
  readonly #live = new Set<string>();
  /** A ring: the oldest is forgotten for the newest. */
  readonly #finished: Finished[] = [];
  #finishedCount = 0;
  #count = 0;
  /** What the store still does, by stream: each thing waits for the one before. */
  readonly #busy = new Map<string, Promise<void>>();
  /** What is read of the store, by stream: one thing at a time. */
  readonly #reads = new Map<string, Promise<Events | undefined>>();
  /** The clients that are sent what they missed, by stream. */
  readonly #replays = new Map<string, Ongoing>();
  #backlog = 0;
  #isClosed = false;

  /** The prefix is the session's own. */
  constructor(
    prefix: string,
    store: EventStore,
    onError: (error: Error) => void,
    client: string = prefix,
  ) {
    this.#prefix = prefix;
    this.#owner = { session: prefix, client };
    this.#store = store;
    this.#onError = onError;
  }

  /** Names a stream of a kind, which no other stream ever has. */
  name(kind: StreamKind): string {
    return `${this.#prefix}${kind}${++this.#count}`;
  }

  /** Whether a stream is, or was, one of the session's standalone streams. */
  isStandalone(stream: string): boolean {
    return stream.startsWith(`${this.#prefix}${"s" satisfies StreamKind}`);
  }

  append(stream: string, event: StoredEvent): void {
    if (this.#isClosed) return;
    this.#live.add(stream);
    this.#keep(stream, event);
  }

  /** Keeps the last and only event of a stream. */
  appendWhole(stream: string, data: string, needs: readonly string[]): void {
    this.#keep(stream, { sequence: 1, data });
    this.finish(stream, 1, needs);
  }

  /** Keeps a complete stream for a while. */
  finish(stream: string, last: number, needs: readonly string[] = []): void {
    const slot = this.#finishedCount++ % maxFinished;
    const oldest = this.#finished[slot];
    this.#finished[slot] = { stream, last, needs };
    this.#live.delete(stream);
    if (oldest) this.#do(oldest.stream);
  }

  /** A complete stream; undefined when it is forgotten, or is none. */
  finished(stream: string): Finished | undefined {
    return this.#finished.find((one) => one.stream === stream);
  }

  /** Makes a replay the only one of its stream. */
  startReplay(stream: string, replay: Ongoing): void {
    this.#replays.get(stream)?.stop();
    if (!this.#isClosed) this.#replays.set(stream, replay);
  }

  /** A replay is over. */
  endReplay(stream: string, replay: Ongoing): void {
    if (this.#replays.get(stream) === replay) this.#replays.delete(stream);
  }

  /**
   * The next events from one place to another, about a page of them; undefined
   * when some are forgotten, there is no such place, or nobody wants them any
   * more when it is their turn. Never rejects.
   */
  read(
    stream: string,
    after: number,
    last: number,
    isWanted: () => boolean = () => true,
  ): Promise<Events | undefined> {
    if (after === last) return Promise.resolve([]);
    const read = (): Promise<Events | undefined> | undefined =>
      isWanted() ? this.#read(stream, after, last) : undefined;
    const reading = Promise.all([
      this.#reads.get(stream),
      this.#busy.get(stream),
    ]).then(read);
    this.#reads.set(stream, reading);
    return reading.finally(() => {
      if (this.#reads.get(stream) === reading) this.#reads.delete(stream);
    });
  }

  /** Forgets all: the session is over. */
  close(): void {
    this.#isClosed = true;
    for (const replay of [...this.#replays.values()]) replay.close();
    for (const stream of this.#live) this.#do(stream);
    for (const { stream } of this.#finished) this.#do(stream);
    this.#live.clear();
    this.#finished.length = 0;
  }

  #keep(stream: string, event: StoredEvent): void {
    if (this.#backlog < maxBacklog) this.#do(stream, event);
    else this.#onError(new Error("the event store is too slow"));
  }

  /** Appends the event; without one, deletes the stream. */
  #do(stream: string, event?: StoredEvent): void {
    const before = this.#busy.get(stream);
    try {
      const done = before
        ? before.then(() => this.#act(stream, event))
        : this.#act(stream, event);
      if (isPromiseLike(done)) this.#track(stream, done);
    } catch (error) {
      this.#onError(toError(error));
    }
  }

  #act(stream: string, event: StoredEvent | undefined): Awaitable<void> {
    return event
      ? this.#store.append(stream, event, this.#owner)
      : this.#store.delete(stream);
  }

  async #read(
    stream: string,
    after: number,
    last: number,
  ): Promise<Events | undefined> {
    try {
      const found = this.#store.read(stream, after, pageBytes);
      const kept = isPromiseLike(found) ? await inTime(found) : found;
      // There may be more by now.
      const events = kept?.filter(({ sequence }) => sequence <= last);
      return events && isWhole(events, after) ? events : undefined;
    } catch (error) {
      this.#onError(toError(error));
      return undefined;
    }
  }

  #track(stream: string, done: PromiseLike<void>): void {
    this.#backlog++;
    const settle = (): void => {
      this.#backlog--;
      if (this.#busy.get(stream) === settled) this.#busy.delete(stream);
    };
    const settled: Promise<void> = inTime(done)
      .catch((error: unknown) => this.#onError(toError(error)))
      .then(settle);
    this.#busy.set(stream, settled);
  }
}

function inTime<Value>(done: PromiseLike<Value>): Promise<Value> {
  return withTimeout(done, storeMs, "the event store");
}

/** Whether no event is missing behind a place: a store may have lost some. */
function isWhole(events: Events, after: number): boolean {
  return (
    events.length > 0 &&
    events.every(({ sequence }, index) => sequence === after + 1 + index)
  );
}
