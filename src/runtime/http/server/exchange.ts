import type {
  HttpHeaders,
  HttpRequest,
  HttpResponse,
} from "../shared/request-response.ts";
import type { Viewer } from "../../protocol/viewer.ts";
import type { Authorized } from "./gate/authorization.ts";
import type { Allows } from "./gate/hosts.ts";
import type { Evictable, MemoryReservation } from "./limits/client-usage.ts";
import type { Body, Refusal } from "./replies.ts";

/**
 * One HTTP request on its way through the server, and the way to its answer: as
 * a face of the transport makes it.
 */
export interface HttpExchange extends HttpRequest, HttpResponse {
  /** Where it stands among the exchanges that have no whole answer yet. */
  node: ExchangeNode | undefined;
  /** Who sent it, as far as the authorization tells. */
  viewer: Viewer & Pick<Authorized, "expiresAt">;
  /** The scopes that it needed. */
  requiredScopes: readonly string[];
  /** The address that it comes from, where the face knows it. */
  readonly address: string | undefined;
  /** Whose it is, once somebody asked: its address is gone with its client. */
  client: string | undefined;
  /** What is counted of it, once that is more than most requests take. */
  reservation: MemoryReservation | undefined;
  /** What keeps what it brought: itself, and handlers that are at work. */
  refCount: number;
  /** Whether it counts among the requests at work. */
  isCounted: boolean;
  /** What goes with its answer, whatever that is. */
  extraHeaders: HttpHeaders | undefined;
  /** Whether the host that its target names, beside the `Host` header, is one of these; true of a path. */
  isForHost(isHost: Allows): boolean;
  /** What is wrong with the request as HTTP, if anything. */
  findHeaderProblem(maxHeaderBytes: number): Refusal | undefined;
  /** Reads the body as a whole, and tells it once; nothing when the client is gone. */
  readBody(limits: BodyLimits, tell: (body: Body) => void): void;
  /** Ends the answer at once, whole or not. */
  destroy(reason: Error): void;
}

/** Within which limits a body is read. */
export interface BodyLimits {
  readonly maxBodyBytes: number;
  readonly bodyTimeoutMs: number;
  readonly counter: BodyCounter;
}

/** Counts bodies that do not come at once. */
export interface BodyCounter {
  /** Takes so many bytes that have come in all; why there may be no more of them. */
  onBytes(
    exchange: HttpExchange,
    bytes: number,
    body: Evictable,
  ): Refusal | undefined;
  /** No more comes. */
  onEnd(exchange: HttpExchange, body: Evictable): void;
}

/** Where a exchange stands in a list. */
export interface ExchangeNode {
  readonly exchange: HttpExchange;
  before: ExchangeNode | undefined;
  after: ExchangeNode | undefined;
}

/**
 * Visits in the order in which they came. A Set would have to hash each of them
 * first, which takes much longer than to link it.
 */
export class ExchangeList {
  #first: HttpExchange["node"];
  #last: HttpExchange["node"];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get first(): HttpExchange | undefined {
    return this.#first?.exchange;
  }

  /** The first exchange of which something is true. */
  find<Found extends HttpExchange>(
    isWanted: (exchange: HttpExchange) => exchange is Found,
  ): Found | undefined {
    for (let place = this.#first; place; place = place.after)
      if (isWanted(place.exchange)) return place.exchange;
    return undefined;
  }

  /** Does something with each exchange; what it does may take that one out. */
  forEach(act: (exchange: HttpExchange) => void): void {
    for (let place = this.#first; place;) {
      const { exchange, after } = place;
      act(exchange);
      place = after;
    }
  }

  /** Puts a exchange at the end; a exchange is in one list at most. */
  add(exchange: HttpExchange): void {
    const before = this.#last;
    const place = { exchange, before, after: undefined };
    if (before) before.after = place;
    else this.#first = place;
    this.#last = place;
    exchange.node = place;
    this.#size++;
  }

  /** Takes a exchange out, if it is there. */
  delete(exchange: HttpExchange): void {
    const { node } = exchange;
    if (!node) return;
    const { before, after } = node;
    if (before) before.after = after;
    else this.#first = after;
    if (after) after.before = before;
    else this.#last = before;
    exchange.node = undefined;
    this.#size--;
  }
}
