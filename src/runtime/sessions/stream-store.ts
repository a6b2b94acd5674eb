import type { StoredEvent } from "../http/server/events/event-store.ts";
import type { RequestId } from "../protocol/message.ts";

/** Constant properties of a stream. */
export interface StreamFacts {
  /** Unique name of the stream, never reused. */
  readonly stream: string;
  /** Prefix that the names of all streams of one session share. */
  readonly session: string;
  /** Principal that owns the stream; only this principal can read it. */
  readonly principal: string | undefined;
  /** Key of the client for limits per client; empty for clients that cannot be told apart. */
  readonly client: string;
  /** Name of the process that writes the stream; undefined if any process may write. */
  readonly process: string | undefined;
  /** Ids of the requests that the stream answers. */
  readonly requests: readonly RequestId[];
  /** Scopes that the call required; resuming the stream requires them too. */
  readonly needs: readonly string[];
}

/** Current state of a stream. */
export interface StreamState extends StreamFacts {
  /** Sequence number of the last event; 0 if there is none. */
  readonly last: number;
  /** Sequence number up to which all events were completely read once. */
  readonly delivered: number;
  /** True if no more events follow. */
  readonly isFinished: boolean;
}

/** Reader of a stream, in a process that is notified of new events. */
export interface StreamReader {
  /** Name of the reader's process. */
  readonly process: string;
  /** Identifies the reader within its process. */
  readonly id: string;
}

/** Event to store. */
export interface NewEvent {
  /** Sequence number in the stream; defaults to the next one. */
  readonly sequence?: number;
  /** Event data: a message as JSON, or an empty string. */
  readonly data: string;
}

/** Result of storing an event. */
export interface Appended {
  /** Sequence number of the event in its stream. */
  readonly sequence: number;
  /** Current reader of the stream, which the caller notifies. */
  readonly reader: StreamReader | undefined;
}

/** Result of attaching a reader. */
export interface Attached {
  /** Current state of the stream. */
  readonly state: StreamState;
  /** Previous reader, or with `ifFree` the current one. */
  readonly before: StreamReader | undefined;
}

/** Consecutive events of a stream. */
export interface StreamPage {
  /** Events with consecutive sequence numbers. */
  readonly events: readonly StoredEvent[];
  /** True if no events follow these. */
  readonly isFinished: boolean;
}

/**
 * Event storage for the streams of all processes, with limits in bytes for each stream, for
 * each client and in total. Each method is atomic. Streams that are neither written nor read
 * expire.
 */
export interface StreamStore {
  /** Creates a stream; does nothing if the stream exists. */
  open(facts: StreamFacts): Promise<void>;
  /**
   * Stores an event, durably when this resolves. Without a sequence number the event gets the
   * next one. Returns undefined if the stream does not exist or is finished. An event whose
   * sequence number the stream already has is stored once. Beyond a limit, drops the oldest
   * events: of this stream, or of the largest stream of the client that uses the most.
   */
  append(stream: string, event: NewEvent): Promise<Appended | undefined>;
  /**
   * Finishes a stream: no more events follow. Returns the current reader, which the caller
   * notifies.
   */
  finish(stream: string): Promise<StreamReader | undefined>;
  /**
   * Attaches a reader and replaces the previous one, which is returned so that the caller can
   * notify it. With `ifFree`, changes nothing if the stream has another reader. A reader that
   * is already attached can repeat the call, as a reply can be lost: it gets no previous
   * reader, or without `ifFree` the reader that it replaced. Returns undefined if the stream
   * does not exist or belongs to another principal.
   */
  attach(
    stream: string,
    principal: string | undefined,
    reader: StreamReader,
    ifFree?: boolean,
  ): Promise<Attached | undefined>;
  /** Detaches a reader. Returns true if this reader was attached. */
  detach(stream: string, reader: StreamReader): Promise<boolean>;
  /**
   * Reads the events after a sequence number, in order and without a gap, and marks all events
   * up to that number as delivered. Returns the first events up to about `maxBytes`, and at
   * least one; `isFinished` is true if none follow these. Returns undefined if the next event
   * was dropped or never stored, the stream does not exist, or it belongs to another principal.
   */
  read(
    stream: string,
    principal: string | undefined,
    after: number,
    maxBytes?: number,
  ): Promise<StreamPage | undefined>;
  /**
   * Finishes a stream whose process has died, atomically: appends these events after `after` or
   * the last event. Does nothing if the stream is finished or another process writes it.
   */
  fail(
    stream: string,
    process: string,
    after: number,
    events: readonly string[],
  ): Promise<void>;
  /** Deletes all streams of an ended session. */
  deleteSession(session: string): Promise<void>;
}
