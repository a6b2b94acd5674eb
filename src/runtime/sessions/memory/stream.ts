import type { StoredEvent } from "../../http/server/events/event-store.ts";
import { now } from "../../protocol/timers/deadlines.ts";
import type {
  StreamFacts,
  StreamPage,
  StreamReader,
  StreamState,
} from "../stream-store.ts";

/** Approximate memory of a stream or an event beyond its text, in bytes. */
const overhead = 128;

/** Stream in the shared memory. */
export class KeptStream {
  readonly facts: StreamFacts;
  reader: StreamReader | undefined;
  isFinished = false;
  /** Time of the last use, on the clock of `now`. */
  usedAt: number = now();
  bytes: number = overhead;
  last = 0;
  #delivered = 0;
  readonly #events: StoredEvent[] = [];

  constructor(facts: StreamFacts) {
    const { requests, needs } = facts;
    this.facts = { ...facts, requests: [...requests], needs: [...needs] };
  }

  get state(): StreamState {
    const { facts, last, isFinished } = this;
    const { requests, needs } = facts;
    return {
      ...facts,
      requests: [...requests],
      needs: [...needs],
      last,
      delivered: this.#delivered,
      isFinished,
    };
  }

  /** Adds an event, unless its sequence number exists. */
  add(event: StoredEvent): void {
    if (event.sequence <= this.last) return;
    this.#events.push(event);
    this.last = event.sequence;
    this.bytes += sizeOf(event);
  }

  /** Drops the oldest event. Returns false if there is none. */
  shift(): boolean {
    const oldest = this.#events.shift();
    if (oldest) this.bytes -= sizeOf(oldest);
    return oldest !== undefined;
  }

  /**
   * Reads the events after a sequence number. Returns undefined if the next event is missing
   * and later ones exist.
   */
  read(after: number, maxBytes: number): StreamPage | undefined {
    this.#delivered = Math.max(this.#delivered, Math.min(after, this.last));
    const events: StoredEvent[] = [];
    let expected = after;
    let bytes = 0;
    for (const event of this.#events) {
      if (event.sequence <= after) continue;
      if (event.sequence !== ++expected || bytes >= maxBytes) break;
      events.push({ ...event });
      bytes += sizeOf(event);
    }
    if (events.length === 0 && this.last > after) return undefined;
    const isWhole = after + events.length >= this.last;
    return { events, isFinished: this.isFinished && isWhole };
  }
}

/** Assumes two bytes per character. */
function sizeOf({ data }: StoredEvent): number {
  return 2 * data.length + overhead;
}
