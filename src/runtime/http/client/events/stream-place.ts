import type { ServerEvent } from "./event-parser.ts";

/** How many events of a stream are known again: the newest of them. */
const maxKnown = 256;

/** The longest id that travels as a header. */
const maxIdLength = 4_096;

/** How far an event stream was read, over all its connections. */
export class StreamPlace {
  /** Where to go on; undefined where the server cannot. */
  lastEventId: string | undefined;
  /** How long the server wants a client to wait, in milliseconds. */
  retryMs: number | undefined;
  /** Whether this connection brought anything new. */
  isFresh = false;
  readonly #known = new Set<string>();
  /** What earlier connections brought ends where something new comes. */
  #isReturn = false;

  /** Another connection begins. */
  connect(): void {
    this.isFresh = false;
    this.#isReturn = this.#known.size > 0;
  }

  /** The server does not know the place: the next connection is a new stream. */
  forget(): void {
    this.lastEventId = undefined;
    this.#known.clear();
  }

  /** Records an event. Returns true if it is new; one that has only `retry` is not. */
  take({ id, retry, data }: ServerEvent): boolean {
    if (retry !== undefined) this.retryMs = retry;
    if (id === undefined && data === "") return false;
    if (id !== undefined && this.#isReturn && this.#known.has(id)) return false;
    this.isFresh = true;
    if (id === undefined) return true;
    this.#isReturn = false;
    this.lastEventId = isSendable(id) ? id : undefined;
    if (this.lastEventId !== undefined) this.#remember(id);
    return true;
  }

  #remember(id: string): void {
    this.#known.add(id);
    if (this.#known.size <= maxKnown) return;
    for (const oldest of this.#known) {
      this.#known.delete(oldest);
      return;
    }
  }
}

/** An empty id takes an earlier one back, and few servers have one that no header can carry. */
function isSendable(id: string): boolean {
  if (id === "" || id.length > maxIdLength) return false;
  for (const sign of id) if (sign < " " || sign > "~") return false;
  return true;
}
