import type { Clock } from "../../protocol/timers/deadlines.ts";

/**
 * Sends one HTTP request, as `fetch` does. Whoever gives one sees each answer
 * before the client does, and may send the request again: with a new token after
 * a 401, say.
 */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Proves to a server who asks: `bearer`, or `oauth` of the entry for
 * authorization. One can serve any number of transports.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/authorization | Authorization}
 */
export interface HttpAuth {
  /** Throws a TypeError for an address that no credentials may be sent to. */
  check?(url: URL): void;
  /** Gives the fetch by which a transport sends, and sends again when it is refused. */
  attach(transport: AuthTransport): FetchLike;
}

/** A request as a transport sends it. */
export interface BackgroundInit extends RequestInit {
  /** Low where nobody waits for the answer, such as for a stream that is kept open: for its sake no person is asked. */
  readonly priority?: "low" | "auto" | "high";
}

/** What authorization knows of the transport that it works for. */
export interface AuthTransport {
  /** The address of the server, as it was given. */
  readonly url: string;
  /** Sends one request as it is. */
  readonly fetch: FetchLike;
  /** Aborts when the transport is closed. */
  readonly closing: AbortSignal;
  /** The clock of calls: who asks a person lets it stand still meanwhile, so that nobody is late. */
  readonly clock: Clock;
  /** Reports what was got over. */
  warn(warning: Error): void;
}
