import type { StoredEvent } from "../../http/server/events/event-store.ts";
import { now } from "../../protocol/timers/deadlines.ts";
import type {
  StreamFacts,
  StreamPage,
  StreamReader,
  StreamState,
} from "../stream-store.ts";

/** What a stream and an event cost beside their text, about. */
const overhead = 128;

/** A stream that is kept for all processes. */
export class KeptStream {
  readonly facts: StreamFacts;
  reader: StreamReader | undefined;
  isFinished = false;
  /** On the clock of `now`. */
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

  /** Keeps an event, unless it was kept before. */
  add(event: StoredEvent): void {
    if (event.sequence <= this.last) return;
    this.#events.push(event);
    this.last = event.sequence;
    this.bytes += sizeOf(event);
  }

  /** Forgets the oldest event; whether there was one. */
  shift(): boolean {
    const oldest = this.#events.shift();
    if (oldest) this.bytes -= sizeOf(oldest);
    return oldest !== undefined;
  }

  /** Undefined where the event behind the place is not there, and later ones are. */
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

/** A character may take two bytes. */
function sizeOf({ data }: StoredEvent): number {
  return 2 * data.length + overhead;
}
