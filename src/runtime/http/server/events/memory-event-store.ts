import { integerOption } from "../../shared/check-option.ts";
import type { EventStore, StoredEvent } from "./event-store.ts";

export interface MemoryEventStoreOptions {
  /** Events of one stream: 1,000 by default. */
  readonly maxEvents?: number;
  /** Bytes of all events, about: 32 MiB by default. */
  readonly maxBytes?: number;
}

/** What an event costs beside its text, about. */
const overhead = 128;

/**
 * Keeps events in this process, within bounds: the oldest are forgotten first.
 * Throws a TypeError for a bound that is no integer above 0.
 */
export function createMemoryEventStore({
  maxEvents,
  maxBytes,
}: MemoryEventStoreOptions = {}): MemoryEventStore {
  return new MemoryEventStore(
    integerOption("maxEvents", maxEvents, 1_000),
    integerOption("maxBytes", maxBytes, 32 * 1024 * 1024),
  );
}

class MemoryEventStore implements EventStore {
  /** The oldest stream first; none is empty. */
  readonly #streams = new Map<string, StoredEvent[]>();
  readonly #maxEvents: number;
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxEvents: number, maxBytes: number) {
    this.#maxEvents = maxEvents;
    this.#maxBytes = maxBytes;
  }

  /** The bytes that are kept, about. */
  get bytes(): number {
    return this.#bytes;
  }

  append(stream: string, event: StoredEvent): void {
    const events = this.#streams.get(stream);
    if (events === undefined) this.#streams.set(stream, [event]);
    else if (events.push(event) > this.#maxEvents) this.#shift(stream, events);
    this.#bytes += sizeOf(event);
    while (this.#bytes > this.#maxBytes) this.#forgetOldest();
  }

  read(
    stream: string,
    after: number,
    maxBytes: number = Infinity,
  ): readonly StoredEvent[] | undefined {
    const events = this.#streams.get(stream);
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
    for (const event of this.#streams.get(stream) ?? [])
      this.#bytes -= sizeOf(event);
    this.#streams.delete(stream);
  }

  #forgetOldest(): void {
    for (const [stream, events] of this.#streams)
      return this.#shift(stream, events);
  }

  #shift(stream: string, events: StoredEvent[]): void {
    const event = events.shift();
    if (event) this.#bytes -= sizeOf(event);
    if (events.length === 0) this.#streams.delete(stream);
  }
}

export type { MemoryEventStore };

/** A character may take two bytes. */
function sizeOf({ data }: StoredEvent): number {
  return 2 * data.length + overhead;
}
