import type { Appended, NewEvent, StreamFacts } from "../../stream-store.ts";
import type { Commons, PatientOptions } from "../commons.ts";
import { LostEvents } from "./lost-events.ts";

/** As long as more waits to be kept, nothing is added: in bytes of one stream, about. */
const maxWaiting = 4 * 1024 * 1024;

/** How long the end of a stream is tried, in milliseconds: without it, who reads waits on. */
const endMs = 3_600_000;

/** Why an event is not kept. */
type Loss = "too much waits" | "away";

/** What `onError` hears of it, and who comes back for an answer. */
const told: Readonly<Record<Loss, readonly [string, string]>> = {
  "too much waits": [
    "more events of a stream wait for the stream store than may: one is not kept",
    "The answer to this request was not kept: too many events of its call waited for the store",
  ],
  away: [
    "the stream store was away for too long: an event is not kept",
    "The answer to this request was not kept: the store of streams was away for too long",
  ],
};

/**
 * Writes one stream where all processes can read it: one thing after the other.
 * While that is away, what is to be written waits.
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

  /** Resolves when all is written, or given up. */
  get idle(): Promise<unknown> {
    return this.#done;
  }

  /** The stream is known from now on, though it has no event yet. */
  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    void this.#do(0, () => this.#open());
  }

  /**
   * Keeps an event: one without a number gets the next. Gives what came of it;
   * undefined where it could not be kept, which is reported.
   */
  append(data: string, sequence?: number): Promise<Appended | undefined> {
    this.open();
    const event = sequence === undefined ? { data } : { sequence, data };
    // However large one is alone: what the store keeps of it is the store's to say.
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

  /** Resolves when all is written that can be, also in the places of what could not. */
  async mend(): Promise<void> {
    await this.#do(0, () => this.#mend());
  }

  /** Nothing comes any more. */
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

  /** The session is over: what waits is dropped. */
  close(): void {
    this.#isClosed = true;
  }

  #open(): Promise<void> {
    const { streams } = this.#shared;
    return this.#shared.ask("a stream's beginning", streams.open(this.#facts));
  }

  async #keep(event: NewEvent): Promise<Appended | undefined> {
    // It may be forgotten by now, where nothing was told for long.
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

  /** Keeps something in the places of what is lost before an event. */
  async #mend(sequence?: number): Promise<void> {
    for (const event of this.#lost.before(sequence)) {
      await this.#keep(event);
      this.#lost.delete(event);
    }
  }

  #lose({ sequence, data }: NewEvent, why: Loss): void {
    const [report, message] = told[why];
    this.#shared.http.onError(new Error(report), { kind: why });
    // One without a number leaves no gap.
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
