import { limit } from "../../protocol/timers/limit.ts";
import { backOff, sleep } from "../../protocol/timers/sleep.ts";
import { TransportError } from "../../protocol/errors.ts";
import type { HttpLink } from "./transport-context.ts";
import { tell, type Refused } from "./post.ts";
import type { RequestId } from "../../protocol/message.ts";

/** How long a server may take to say that it has got something, in milliseconds. */
export const takenMs = 30_000;

/** How many messages are on their way at once; the others wait in a row. */
const maxOpen = 100;

/** How often it is tried again where a proxy says that the server is not there just now: for three seconds. */
const maxRounds = 6;

/**
 * Posts what is answered elsewhere, or not at all: to post it twice does no harm. A
 * server that does not take it costs a bounded number of connections for a bounded
 * time.
 */
export class Outbox {
  readonly #link: HttpLink;
  readonly #takenMs: number;
  readonly #open = new Set<AbortController>();
  readonly #row: (() => void)[] = [];
  /** How many places on the way are taken. */
  #taken = 0;
  #isClosed = false;

  constructor(link: HttpLink, milliseconds: number = takenMs) {
    this.#link = link;
    this.#takenMs = milliseconds;
  }

  /** Resolves when the server has got it, or refused it; rejects as `tell` does. */
  async tell(
    body: string,
    headers: Readonly<Record<string, string>>,
    url?: URL,
  ): Promise<Refused | undefined> {
    await this.#enter();
    const abort = new AbortController();
    const late = new Error(`not taken within ${this.#takenMs} ms`);
    const stop = limit(this.#link.clock, this.#takenMs, () =>
      abort.abort(late),
    );
    this.#open.add(abort);
    try {
      if (this.#isClosed) throw new TransportError("the connection is closed");
      const { signal } = abort;
      for (let round = 0; ; round++) {
        const refused = await tell(this.#link, { body, headers, signal, url });
        if (!refused || !isPassing(refused) || round === maxRounds)
          return refused;
        await backOff(round, signal);
        if (signal.aborted) return refused;
      }
    } finally {
      stop();
      this.#open.delete(abort);
      this.#leave();
    }
  }

  close(): void {
    this.#isClosed = true;
    // Those in the row follow: each finds it closed.
    for (const abort of this.#open) abort.abort();
  }

  async #enter(): Promise<void> {
    if (this.#taken >= maxOpen)
      return new Promise((resolve) => this.#row.push(resolve));
    this.#taken++;
  }

  /** Gives the place to the next in the row. */
  #leave(): void {
    const next = this.#row.shift();
    if (next) next();
    else this.#taken--;
  }
}

/** Whether another process of the server may take it, or the same one soon. */
function isPassing({ status }: Refused): boolean {
  return status >= 502 && status <= 504;
}

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

/** Waits for something that never rejects, but no longer than so many milliseconds. */
export async function atMost(
  done: Promise<unknown>,
  milliseconds: number,
): Promise<void> {
  const abort = new AbortController();
  await Promise.race([done, sleep(milliseconds, abort.signal)]);
  abort.abort();
}
