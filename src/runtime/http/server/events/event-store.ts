import type { Awaitable } from "../../../protocol/answer.ts";
import { integerOption } from "../../../protocol/sound-option.ts";

/** An event of a stream that a client may come back for. */
export interface StoredEvent {
  /** Counts up within its stream. */
  readonly sequence: number;
  /** The event's data: a message as JSON, or nothing. */
  readonly data: string;
}

/** Whose a stream is. */
export interface StreamOwner {
  /** The same for all streams of one session, and for no other. */
  readonly session: string;
  /** The same for all sessions of one client, as far as clients can be told apart. */
  readonly client: string;
}

/**
 * Keeps the events of resumable streams. Streams have names that are unique in
 * the whole process, so that several processes can share one store.
 */
export interface EventStore {
  /**
   * Keeps an event; it may forget old ones, and then best of the owner who has
   * the most. Failures are reported, and cost only the resumption.
   */
  append(
    stream: string,
    event: StoredEvent,
    owner?: StreamOwner,
  ): Awaitable<void>;
  /**
   * The events behind a sequence number, in their order; undefined when some of
   * them are forgotten. Of many, the first ones are enough that have about so
   * many bytes, and at least one: the rest is asked for when the client has
   * read these. One thing is read of a stream at a time.
   */
  read(
    stream: string,
    after: number,
    maxBytes?: number,
  ): Awaitable<readonly StoredEvent[] | undefined>;
  /** Forgets a stream. */
  delete(stream: string): Awaitable<void>;
}

/** What a store in memory may hold. */
export interface MemoryEventStoreOptions {
  /**
   * How many events of one stream are kept.
   *
   * @default 1_000
   */
  readonly maxEvents?: number;
  /**
   * How many bytes all events may have, about.
   *
   * @default 33_554_432 (32 MiB)
   */
  readonly maxBytes?: number;
}

/** The bytes that a store in memory keeps by default. */
export const storeBytes: number = 32 * 1024 * 1024;

/** What an event costs beside its text, about. */
const overhead = 128;

/**
 * Keeps events in this process, within bounds. When there are too many, the oldest
 * are forgotten of the largest session of the client that has the most. Throws a
 * TypeError for a bound that is no integer above 0.
 */
export function createMemoryEventStore({
  maxEvents,
  maxBytes,
}: MemoryEventStoreOptions = {}): MemoryEventStore {
  return new MemoryEventStore(
    integerOption("maxEvents", maxEvents, 1_000),
    integerOption("maxBytes", maxBytes, storeBytes),
  );
}

/** Those of whom something is kept, by what they are known by, and how much it is. */
interface Share<Part> {
  bytes: number;
  readonly parts: Map<string, Part>;
}

type Client = Share<Session>;

interface Session extends Share<StoredEvent[]> {
  readonly owner: StreamOwner;
}

/** Keeps events of this process alone. */
class MemoryEventStore implements EventStore {
  readonly #all: Share<Client> = { bytes: 0, parts: new Map() };
  /** The session of each stream. */
  readonly #sessions = new Map<string, Session>();
  readonly #maxEvents: number;
  readonly #maxBytes: number;
  /** The session that forgets first, as long as more than this is kept of it. */
  #largest: { readonly session: Session; readonly until: number } | undefined;

  constructor(maxEvents: number, maxBytes: number) {
    this.#maxEvents = maxEvents;
    this.#maxBytes = maxBytes;
  }

  /** The bytes that are kept, about. */
  get bytes(): number {
    return this.#all.bytes;
  }

  /** Without an owner, a stream is one of its own. */
  append(
    stream: string,
    event: StoredEvent,
    owner: StreamOwner = { session: stream, client: stream },
  ): void {
    const session = this.#sessions.get(stream) ?? this.#sessionOf(owner);
    const events = partOf(session, stream, (): StoredEvent[] => []);
    this.#sessions.set(stream, session);
    this.#count(session, sizeOf(event));
    if (events.push(event) > this.#maxEvents)
      this.#shift(session, stream, events);
    while (this.bytes > this.#maxBytes) this.#forget();
  }

  read(
    stream: string,
    after: number,
    maxBytes: number = Infinity,
  ): readonly StoredEvent[] | undefined {
    const events = this.#sessions.get(stream)?.parts.get(stream);
    const [first] = events ?? [];
    if (!events || !first || first.sequence > after + 1) return undefined;
    // Events are numbered without gaps, unless some never came here.
    let at = Math.min(after + 1 - first.sequence, events.length);
    while ((events[at - 1]?.sequence ?? 0) > after) at--;
    const page: StoredEvent[] = [];
    for (let bytes = 0; at < events.length && bytes < maxBytes; at++) {
      const event = events[at];
      if (!event) break;
      page.push(event);
      bytes += sizeOf(event);
    }
    return page;
  }

  delete(stream: string): void {
    const session = this.#sessions.get(stream);
    if (!session) return;
    for (const event of session.parts.get(stream) ?? [])
      this.#count(session, -sizeOf(event));
    this.#remove(session, stream);
  }

  #sessionOf(owner: StreamOwner): Session {
    const create = (): Client => ({ bytes: 0, parts: new Map() });
    const client = partOf(this.#all, owner.client, create);
    return partOf(client, owner.session, () => ({
      bytes: 0,
      parts: new Map(),
      owner,
    }));
  }

  #forget(): void {
    const { session } = this.#forgetful();
    for (const [stream, events] of session.parts)
      return this.#shift(session, stream, events);
  }

  /** To look for the largest each time would take long where there are many. */
  #forgetful(): { readonly session: Session } {
    const known = this.#largest;
    if (known && known.session.bytes > known.until) return known;
    const session = largestOf(largestOf(this.#all));
    const until = session.bytes - Math.floor(this.#maxBytes / 64);
    this.#largest = { session, until };
    return this.#largest;
  }

  #shift(session: Session, stream: string, events: StoredEvent[]): void {
    const event = events.shift();
    if (event) this.#count(session, -sizeOf(event));
    if (events.length === 0) this.#remove(session, stream);
  }

  #count(session: Session, bytes: number): void {
    session.bytes += bytes;
    this.#all.bytes += bytes;
    const client = this.#all.parts.get(session.owner.client);
    if (client) client.bytes += bytes;
  }

  /** What is empty is not kept. */
  #remove(session: Session, stream: string): void {
    const { owner } = session;
    this.#sessions.delete(stream);
    session.parts.delete(stream);
    if (session.parts.size > 0) return;
    const client = this.#all.parts.get(owner.client);
    client?.parts.delete(owner.session);
    if (client?.parts.size === 0) this.#all.parts.delete(owner.client);
    if (this.#largest?.session === session) this.#largest = undefined;
  }
}

export type { MemoryEventStore };

function partOf<Part>(
  { parts }: Share<Part>,
  name: string,
  create: () => Part,
): Part {
  const known = parts.get(name);
  if (known !== undefined) return known;
  const made = create();
  parts.set(name, made);
  return made;
}

/** The first of those that have the most: there is one as long as something is kept. */
function largestOf<Part extends { readonly bytes: number }>({
  parts,
}: Share<Part>): Part {
  let largest: Part | undefined;
  for (const part of parts.values())
    if (!largest || part.bytes > largest.bytes) largest = part;
  if (!largest) throw new Error("nothing is kept");
  return largest;
}

/** A character may take two bytes. */
function sizeOf({ data }: StoredEvent): number {
  return 2 * data.length + overhead;
}
