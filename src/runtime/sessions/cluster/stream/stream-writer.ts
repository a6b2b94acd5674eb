import type { Appended, NewEvent, StreamFacts } from "../../stream-store.ts";
import type { Commons, PatientOptions } from "../commons.ts";
import { LostEvents } from "./lost-events.ts";

/**
 * Approximate limit on waiting events of one stream, in bytes. Beyond it, new events are
 * dropped.
 */
const maxWaiting = 4 * 1024 * 1024;

/** Time to retry the end of a stream, in milliseconds; without it, readers wait forever. */
const endMs = 3_600_000;

/** Reason why an event was not stored. */
type Loss = "too much waits" | "away";

/** Texts for `onError` and for a client that resumes the stream. */
const told: Readonly<Record<Loss, readonly [string, string]>> = {
  "too much waits": [
    "too many events of a stream wait for the stream store: an event was not stored",
    "The response to this request was not stored: too many events of its call waited for the store",
  ],
  away: [
    "the stream store was unavailable for too long: an event was not stored",
    "The response to this request was not stored: the stream store was unavailable for too long",
  ],
};

/**
 * Writes one stream to the store, one operation after the other. Operations wait during an
 * outage of the store.
 */
export class StreamWriter {
  readonly #shared: Commons;
  readonly #facts: StreamFacts;
  readonly #lost = new LostEvents();
  #done: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #isOpen = false;
  #isClosed = false;

  constructor(shared: Commons, facts: StreamFacts) {
    this.#shared = shared;
    this.#facts = facts;
  }

  /** Resolves when all events are stored or dropped. */
  get idle(): Promise<unknown> {
    return this.#done;
  }

  /** Creates the stream before its first event. */
  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    void this.#do(0, () => this.#open());
  }

  /**
   * Stores an event; one without a sequence number gets the next. Resolves to undefined if the
   * event could not be stored, which is reported.
   */
  append(data: string, sequence?: number): Promise<Appended | undefined> {
    this.open();
    const event = sequence === undefined ? { data } : { sequence, data };
    // The first waiting event may have any size: the store has a separate limit.
    if (this.#waiting > maxWaiting) {
      this.#lose(event, "too much waits");
      return Promise.resolve(undefined);
    }
    const keep = async (): Promise<Appended | undefined> => {
      await this.#mend(sequence);
      return this.#keep(event);
    };
    const onGivenUp = (): void => this.#lose(event, "away");
    return this.#do(2 * data.length, keep, { onGivenUp });
  }

  /** Stores the replacements of lost events. Resolves when all earlier operations are done. */
  async mend(): Promise<void> {
    await this.#do(0, () => this.#mend());
  }

  /** Finishes the stream. */
  finish(): void {
    const finish = async (): Promise<void> => {
      await this.#mend();
      const { stream } = this.#facts;
      const finishing = this.#shared.streams.finish(stream);
      const reader = await this.#shared.ask("the end of a stream", finishing);
      if (reader) this.#shared.wake(stream, reader);
    };
    void this.#do(0, finish, { forMs: endMs });
  }

  /** Drops waiting operations: the session has ended. */
  close(): void {
    this.#isClosed = true;
  }

  #open(): Promise<void> {
    const { streams } = this.#shared;
    return this.#shared.ask("a stream's beginning", streams.open(this.#facts));
  }

  async #keep(event: NewEvent): Promise<Appended | undefined> {
    // The stream may have expired after a long silence.
    const appended =
      (await this.#append(event)) ??
      (await this.#open().then(() => this.#append(event)));
    if (appended?.reader)
      this.#shared.wake(this.#facts.stream, appended.reader);
    return appended;
  }

  #append(event: NewEvent): Promise<Appended | undefined> {
    const { streams } = this.#shared;
    const appending = streams.append(this.#facts.stream, event);
    return this.#shared.ask("an event", appending);
  }

  /** Stores the replacements of lost events before a sequence number. */
  async #mend(sequence?: number): Promise<void> {
    for (const event of this.#lost.before(sequence)) {
      await this.#keep(event);
      this.#lost.delete(event);
    }
  }

  #lose({ sequence, data }: NewEvent, why: Loss): void {
    const [report, message] = told[why];
    this.#shared.http.onError(new Error(report), { kind: why });
    // An event without a sequence number leaves no gap.
    if (sequence !== undefined) this.#lost.add({ sequence, data }, message);
  }

  #do<Value>(
    bytes: number,
    act: () => Promise<Value>,
    patience?: PatientOptions,
  ): Promise<Value | undefined> {
    this.#waiting += bytes;
    const isWanted = (): boolean => !this.#isClosed;
    const doing = this.#done.then(() =>
      this.#shared.patiently(act, { ...patience, isWanted }),
    );
    this.#done = doing.finally(() => (this.#waiting -= bytes));
    return doing;
  }
}
