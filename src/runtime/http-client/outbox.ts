import { TransportError } from "../errors.ts";
import type { ClientHost } from "./host.ts";
import { post, type Posted } from "./post.ts";

/** How long a server may take to say that it has got something, in milliseconds. */
export const takenMs = 30_000;

/** How many messages are on their way at once; the others wait in a row. */
const maxOpen = 100;

/** A bound on what a server that asks and takes no answers makes this side keep. */
const maxWaiting = 10_000;

/**
 * Posts what is answered elsewhere, or not at all. A server that does not take it
 * costs a bounded number of connections for a bounded time.
 */
export class Outbox {
  readonly #host: ClientHost;
  readonly #open = new Set<AbortController>();
  readonly #row: (() => void)[] = [];
  #isClosed = false;

  constructor(host: ClientHost) {
    this.#host = host;
  }

  /** Resolves when the server has got it; rejects as `post` does. */
  async post(
    body: string,
    headers: Readonly<Record<string, string>>,
    url?: URL,
  ): Promise<Posted> {
    if (this.#row.length >= maxWaiting)
      throw new TransportError("too many messages wait for the server");
    const abort = new AbortController();
    if (this.#open.size >= maxOpen)
      await new Promise<void>((resolve) => this.#row.push(resolve));
    if (this.#isClosed) throw new TransportError("the connection is closed");
    this.#open.add(abort);
    const timer = setTimeout(() => abort.abort(), takenMs);
    try {
      const posted = await post(this.#host, body, headers, abort.signal, url);
      if (posted.kind === "events") await posted.body.cancel();
      return posted;
    } finally {
      clearTimeout(timer);
      this.#open.delete(abort);
      this.#row.shift()?.();
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const abort of this.#open) abort.abort();
    for (const go of this.#row.splice(0)) go();
  }
}
