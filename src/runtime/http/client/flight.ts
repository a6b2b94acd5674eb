import type { RequestId } from "../../protocol/message.ts";

/** How long what nobody waits for may still be heard, in milliseconds. */
const graceMs = 2_000;

/** A call on its way, and all that is open for it. */
export class Flight {
  readonly id: RequestId;
  readonly #abort = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(id: RequestId) {
    this.id = id;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Whether nobody waits for its answer any more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Nobody waits any more. What the server takes back in its turn comes on the
   * same stream: it gets a moment.
   */
  leave(): void {
    this.#isOver = true;
    this.#timer ??= setTimeout(() => this.cut(), graceMs);
  }

  /** Closes what is open. */
  cut(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#abort.abort();
  }

  /** All has come. */
  end(): void {
    clearTimeout(this.#timer);
  }
}
