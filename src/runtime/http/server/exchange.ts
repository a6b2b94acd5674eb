import type {
  HttpHeaders,
  HttpRequest,
  HttpResponse,
} from "../shared/request-response.ts";
import type { Viewer } from "../../protocol/viewer.ts";
import type { Authorized } from "./gate/authorization.ts";
import type { Allows } from "./gate/hosts.ts";
import type { LateBody, Charge } from "./limits/client-usage.ts";
import type { Body, Refusal } from "./replies.ts";

/**
 * One HTTP request on its way through the server, and the way to its answer: as
 * a face of the transport makes it.
 */
export interface Visit extends HttpRequest, HttpResponse {
  /** Where it stands among the visits that have no whole answer yet. */
  place: VisitPlace | undefined;
  /** Who sent it, as far as the authorization tells. */
  viewer: Viewer & Pick<Authorized, "expiresAt">;
  /** The scopes that it needed. */
  needs: readonly string[];
  /** The address that it comes from, where the face knows it. */
  readonly address: string | undefined;
  /** Whose it is, once somebody asked: its address is gone with its client. */
  client: string | undefined;
  /** What is counted of it, once that is more than most requests take. */
  charge: Charge | undefined;
  /** What keeps what it brought: itself, and handlers that are at work. */
  holders: number;
  /** Whether it counts among the requests at work. */
  isCounted: boolean;
  /** What goes with its answer, whatever that is. */
  moreHeaders: HttpHeaders | undefined;
  /** Whether the host that its target names, beside the `Host` header, is one of these; true of a path. */
  isFor(isHost: Allows): boolean;
  /** What is wrong with the request as HTTP, if anything. */
  problem(maxHeaderBytes: number): Refusal | undefined;
  /** Reads the body as a whole, and tells it once; nothing when the client is gone. */
  readBody(limits: BodyLimits, tell: (body: Body) => void): void;
  /** Ends the answer at once, whole or not. */
  cut(reason: Error): void;
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
  arrived(visit: Visit, bytes: number, body: LateBody): Refusal | undefined;
  /** No more comes. */
  finished(visit: Visit, body: LateBody): void;
}

/** Where a visit stands in a list. */
export interface VisitPlace {
  readonly visit: Visit;
  before: VisitPlace | undefined;
  after: VisitPlace | undefined;
}

/**
 * Visits in the order in which they came. A Set would have to hash each of them
 * first, which takes much longer than to link it.
 */
export class VisitList {
  #first: Visit["place"];
  #last: Visit["place"];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get first(): Visit | undefined {
    return this.#first?.visit;
  }

  /** The first visit of which something is true. */
  find<Found extends Visit>(
    isWanted: (visit: Visit) => visit is Found,
  ): Found | undefined {
    for (let place = this.#first; place; place = place.after)
      if (isWanted(place.visit)) return place.visit;
    return undefined;
  }

  /** Does something with each visit; what it does may take that one out. */
  forEach(act: (visit: Visit) => void): void {
    for (let place = this.#first; place;) {
      const { visit, after } = place;
      act(visit);
      place = after;
    }
  }

  /** Puts a visit at the end; a visit is in one list at most. */
  add(visit: Visit): void {
    const before = this.#last;
    const place = { visit, before, after: undefined };
    if (before) before.after = place;
    else this.#first = place;
    this.#last = place;
    visit.place = place;
    this.#size++;
  }

  /** Takes a visit out, if it is there. */
  delete(visit: Visit): void {
    const { place } = visit;
    if (!place) return;
    const { before, after } = place;
    if (before) before.after = after;
    else this.#first = after;
    if (after) after.before = before;
    else this.#last = before;
    visit.place = undefined;
    this.#size--;
  }
}
