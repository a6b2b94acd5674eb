import type { Awaitable } from "../../../protocol/answer.ts";

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
