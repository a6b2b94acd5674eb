import type { StoredEvent } from "../http/server/events/event-store.ts";
import type { RequestId } from "../protocol/message.ts";

/** What is known of a stream from its beginning. */
export interface StreamFacts {
  /** Its name, which no other stream ever has. */
  readonly stream: string;
  /** The same for all streams of one session: what their names begin with. */
  readonly session: string;
  /** Whose it is: nobody else can read it. */
  readonly principal: string | undefined;
  /** Whose it is, as bounds count; empty for all those that nobody can tell apart. */
  readonly client: string;
  /** The process that writes it; undefined where any does. */
  readonly process: string | undefined;
  /** The requests that it answers. */
  readonly requests: readonly RequestId[];
  /** The scopes that its call needed: who comes back for it needs them, too. */
  readonly needs: readonly string[];
}

/** A stream as it is now. */
export interface StreamState extends StreamFacts {
  /** The sequence number of its last event; 0 where there is none. */
  readonly last: number;
  /** All events until this one have been read to their end once. */
  readonly delivered: number;
  /** Whether nothing comes any more. */
  readonly isFinished: boolean;
}

/** One that reads a stream: of a process, which is to be told of new events. */
export interface StreamReader {
  /** The name of its process. */
  readonly process: string;
  /** Tells it apart from others of its process. */
  readonly id: string;
}

/** An event that is to be kept. */
export interface NewEvent {
  /** Its number in its stream; without, it gets the next. */
  readonly sequence?: number;
  /** The event's data: a message as JSON, or nothing. */
  readonly data: string;
}

/** What came of an event. */
export interface Appended {
  /** The number of the event in its stream. */
  readonly sequence: number;
  /** Who reads the stream, and is to be told. */
  readonly reader: StreamReader | undefined;
}

/** What came of the attempt to read. */
export interface Attached {
  /** The stream as it is now. */
  readonly state: StreamState;
  /** Who else read before, or with `ifFree` reads. */
  readonly before: StreamReader | undefined;
}

/** Some events of a stream. */
export interface StreamPage {
  /** Counting up by one. */
  readonly events: readonly StoredEvent[];
  /** Whether nothing comes behind these. */
  readonly isFinished: boolean;
}

/**
 * Keeps the events of streams for all processes, within bounds in bytes: of each
 * stream, of each client and of all. Each method is one step. Streams that nobody
 * writes or reads are forgotten by themselves.
 */
export interface StreamStore {
  /** Begins a stream; one that has begun stays as it is. */
  open(facts: StreamFacts): Promise<void>;
  /**
   * Keeps an event, durably when it resolves; without a sequence number it gets the
   * next. Undefined where there is no such stream, or it is finished; an event whose
   * number the stream has already is kept once. Beyond a bound the oldest events are
   * forgotten: of this stream, or of the largest stream of the client that has the most.
   */
  append(stream: string, event: NewEvent): Promise<Appended | undefined>;
  /** Nothing comes any more. Gives who reads, and is to be told. */
  finish(stream: string): Promise<StreamReader | undefined>;
  /**
   * Begins to read: whoever else read before does so no longer, and is given back to be
   * told; with `ifFree`, nothing changes where somebody else reads. One that reads already
   * and asks again, as an answer may be lost, is given nobody, or without `ifFree` whom it
   * displaced. Undefined where there is no such stream, or where it is another principal's.
   */
  attach(
    stream: string,
    principal: string | undefined,
    reader: StreamReader,
    ifFree?: boolean,
  ): Promise<Attached | undefined>;
  /** Reads no longer, if it is this one that does. Gives whether it was. */
  detach(stream: string, reader: StreamReader): Promise<boolean>;
  /**
   * The events behind a sequence number, in their order and without a gap: it and all
   * before it have been read to their end. Of many, the first ones that have about so
   * many bytes, and at least one; `isFinished` says that nothing comes behind these.
   * Undefined where the next one is forgotten or was never kept, there is no such
   * stream, or it is another principal's.
   */
  read(
    stream: string,
    principal: string | undefined,
    after: number,
    maxBytes?: number,
  ): Promise<StreamPage | undefined>;
  /**
   * Ends a stream whose process is gone, in one step: with these last events behind
   * `after` or its last one, unless it is finished or another process writes it by now.
   */
  fail(
    stream: string,
    process: string,
    after: number,
    events: readonly string[],
  ): Promise<void>;
  /** Forgets all streams of a session: it is over. */
  deleteSession(session: string): Promise<void>;
}
