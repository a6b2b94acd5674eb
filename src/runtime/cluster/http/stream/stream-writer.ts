import type { Appended, StreamFacts } from "../../stream-store.ts";
import type { Commons } from "../commons.ts";

/** A bound on what waits to be kept, in bytes of one stream, about. */
const maxWaiting = 4 * 1024 * 1024;

/**
 * Writes one stream where all processes can read it: one thing after the other.
 * While that is away, what is to be written waits.
 */
export class StreamWriter {
  readonly #shared: Commons;
  readonly #facts: StreamFacts;
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
    return this.#do(2 * data.length, async () => {
      // It may be forgotten by now, where nothing was told for long.
      const appended =
        (await this.#append(data, sequence)) ??
        (await this.#open().then(() => this.#append(data, sequence)));
      if (appended?.reader)
        this.#shared.wake(this.#facts.stream, appended.reader);
      return appended;
    });
  }

  /** Nothing comes any more. */
  finish(): void {
    void this.#do(0, async () => {
      const { stream } = this.#facts;
      const finishing = this.#shared.streams.finish(stream);
      const reader = await this.#shared.ask("the end of a stream", finishing);
      if (reader) this.#shared.wake(stream, reader);
    });
  }

  /** The session is over: what waits is dropped. */
  close(): void {
    this.#isClosed = true;
  }

  #open(): Promise<void> {
    const { streams } = this.#shared;
    return this.#shared.ask("a stream's beginning", streams.open(this.#facts));
  }

  #append(
    data: string,
    sequence: number | undefined,
  ): Promise<Appended | undefined> {
    const { streams } = this.#shared;
    const event = sequence === undefined ? { data } : { sequence, data };
    return this.#shared.ask(
      "an event",
      streams.append(this.#facts.stream, event),
    );
  }

  #do<Value>(
    bytes: number,
    act: () => Promise<Value>,
  ): Promise<Value | undefined> {
    if (this.#waiting + bytes > maxWaiting) {
      const reason = new Error(
        "the stream store is too slow: an event is not kept",
      );
      this.#shared.http.onError(reason, { kind: "store" });
      return Promise.resolve(undefined);
    }
    this.#waiting += bytes;
    const isWanted = (): boolean => !this.#isClosed;
    const doing = this.#done.then(() => this.#shared.patiently(act, isWanted));
    this.#done = doing.finally(() => (this.#waiting -= bytes));
    return doing;
  }
}
