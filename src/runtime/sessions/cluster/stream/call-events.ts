import { toError } from "../../../protocol/errors.ts";
import type {
  EventStore,
  StoredEvent,
} from "../../../http/server/events/event-store.ts";
import {
  pageBytes,
  SessionEvents,
  type Events,
} from "../../../http/server/events/session-events.ts";
import type { StreamFacts } from "../../stream-store.ts";
import type { Commons } from "../commons.ts";
import { StreamWriter } from "./stream-writer.ts";

/** Events of the stream of one call, which any process can read. */
export class CallEvents extends SessionEvents {
  readonly stream: string;
  readonly #shared: Commons;
  readonly #principal: string | undefined;
  readonly #writer: StreamWriter;
  #isLeft = false;

  constructor(shared: Commons, facts: StreamFacts) {
    super(facts.session, nowhere, shared.http.onError);
    this.stream = facts.stream;
    this.#shared = shared;
    this.#principal = facts.principal;
    this.#writer = new StreamWriter(shared, facts);
  }

  /** Resolves when all events are stored or dropped. */
  get idle(): Promise<unknown> {
    return this.#writer.idle;
  }

  /**
   * Creates the stream as soon as the client knows its name, so that it can be resumed before
   * the first event.
   */
  begin(): void {
    this.#writer.open();
  }

  override name(): string {
    return this.stream;
  }

  override append(_stream: string, { sequence, data }: StoredEvent): void {
    void this.#writer.append(data, sequence);
  }

  override appendWhole(_stream: string, data: string): void {
    void this.#writer.append(data, 1);
    this.#writer.finish();
  }

  override finish(): void {
    if (!this.#isLeft) this.#writer.finish();
  }

  /**
   * Stops without finishing the stream: the process that detects the death of this one finishes
   * it.
   */
  leave(): void {
    this.#isLeft = true;
  }

  override async read(
    stream: string,
    after: number,
    last: number,
    isWanted: () => boolean = () => true,
  ): Promise<Events | undefined> {
    if (after === last) return [];
    await this.#writer.mend();
    if (!isWanted()) return undefined;
    const { streams } = this.#shared;
    try {
      const reading = streams.read(stream, this.#principal, after, pageBytes);
      const page = await this.#shared.ask("events", reading);
      const events = page?.events.filter(({ sequence }) => sequence <= last);
      return events && events.length > 0 ? events : undefined;
    } catch (error) {
      this.#shared.http.onError(toError(error), { kind: "store" });
      return undefined;
    }
  }

  override close(): void {
    super.close();
    this.#writer.close();
  }
}

/** Local event store that retains nothing: the shared store has all events. */
const nowhere: EventStore = {
  append() {},
  read: () => undefined,
  delete() {},
};
