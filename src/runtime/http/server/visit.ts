import type {
  HttpHeaders,
  HttpRequest,
  HttpResponse,
} from "../shared/request-response.ts";
import type { Allows } from "./gate/hosts.ts";
import type { Body, BodyLimits, Refusal } from "./refusal.ts";

/**
 * One HTTP request on its way through the server, and the way to its answer: as
 * a face of the transport makes it.
 */
export interface Visit extends HttpRequest, HttpResponse {
  /** Where it stands among the visits that have no whole answer yet. */
  place: VisitPlace | undefined;
  /** Who sent it, where the authorization tells. */
  principal: string | undefined;
  auth: unknown;
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

/** Where a visit stands in a list. */
export interface VisitPlace {
  readonly visit: Visit;
  before: VisitPlace | undefined;
  after: VisitPlace | undefined;
}
