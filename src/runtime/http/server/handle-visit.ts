import { INTERNAL_ERROR, INVALID_REQUEST } from "../../wire/errors.ts";
import { isPromiseLike } from "../../wire/message.ts";
import type { HttpRequest } from "../shared/request-response.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Endpoints } from "./endpoints.ts";
import type { Authorized, Challenge } from "./gate/authorization.ts";
import { requireVerdict } from "./gate/authorization-verdict.ts";
import { corsHeaders, isPreflight, preflightHeaders } from "./gate/cors.ts";
import { createEra, versionHeader } from "./gate/era.ts";
import { createGate } from "./gate/gate.ts";
import { allowMethods } from "./gate/methods.ts";
import { parseBody } from "./gate/parse-body.ts";
import { createRoutes, type Route } from "./gate/routes.ts";
import { readPosted } from "./posted.ts";
import { refuse, type Body, type Refusal } from "./refusal.ts";
import { retryLater } from "./refusals.ts";
import { replyEmpty, replyError } from "./replies.ts";
import type { HttpServices } from "./services.ts";
import type { Visit } from "./visit.ts";
import { within } from "./within.ts";

/** While it closes, a server takes only what helps its calls to an end. */
export type Phase = "open" | "closing" | "closed";

/** What the server knows of itself, and what it does with what fails. */
export interface HandlerState {
  phase(): Phase;
  /** Whether more requests are at work than may be. */
  isFull(): boolean;
  /** Ends a visit that failed by our own fault. */
  fail(visit: Visit, error: unknown): void;
}

/** What a path is for, but for the health check. */
type Way = Exclude<Route, "health">;

/**
 * The life of a request. What each step asks has to be true of it; the first
 * that is not refuses it.
 *
 *  1. handle     its path is served; its host, origin and headers are allowed
 *  2. enter      the server is open and not full; the method is allowed
 *  3. admit      who sends it may, as `authorize` says
 *  4. readPost   its types are right; its body is read, within its bounds
 *  5. direct     the body is JSON, not too deep, and read into messages, once
 *  6.            the endpoint of its path and lifecycle takes it
 */
export function createVisitHandler(
  { options, server }: HttpServices,
  { stateless, handshake, sse }: Endpoints,
  { phase, isFull, fail }: HandlerState,
): (visit: Visit) => void {
  const gate = createGate(options);
  const findRoute = createRoutes(options);
  const methodsOf = allowMethods(server.revisions, options);
  const eraOf = createEra(server.revisions);
  const { authorize, cors, maxBatch, maxDepth } = options;
  const batchTooLong = refuse(400, `A batch has at most ${maxBatch} messages`);

  function handle(visit: Visit): void {
    const route = findRoute(visit.target);
    if (route === "health") return answerHealth(visit);
    if (route === undefined) return refuseVisit(visit, notFound);
    const refusal = gate.origin(visit);
    if (refusal) return refuseVisit(visit, refusal);
    const origin = cors ? visit.header("origin") : undefined;
    if (origin !== undefined) visit.moreHeaders = corsHeaders(origin);
    enter(visit, route);
  }

  function enter(visit: Visit, route: Way): void {
    const methods = methodsOf(visit, route);
    if (cors && isPreflight(visit))
      return replyEmpty(visit, 204, preflightHeaders(visit, methods));
    const now = phase();
    if (now === "closed" || (now === "closing" && isBeginning(visit, route)))
      return refuseVisit(visit, closing);
    if (isFull()) return refuseVisit(visit, full);
    if (!methods.includes(visit.method))
      return refuseVisit(visit, refuseMethod(methods));
    if (!authorize) return admit(visit, route);
    const verdict = authorize(bound(visit));
    if (!isPromiseLike(verdict))
      return admit(visit, route, requireVerdict(verdict));
    within(verdict, options.authorizeTimeoutMs, "authorize")
      .then((known) => admit(visit, route, requireVerdict(known)))
      .catch((error: unknown) => fail(visit, error));
  }

  function admit(
    visit: Visit,
    route: Way,
    verdict?: Authorized | Challenge,
  ): void {
    if (verdict && "challenge" in verdict)
      return refuseVisit(visit, challenged(verdict));
    if (verdict) {
      visit.principal = verdict.principal;
      visit.auth = verdict.auth;
    }
    if (visit.method === "POST") return readPost(visit, route);
    const refusal = visit.method === "GET" ? gate.get(visit) : undefined;
    if (refusal) return refuseVisit(visit, refusal);
    // Each endpoint is there where its methods are allowed.
    if (visit.method === "DELETE") handshake?.delete(visit);
    else if (route === "sse") sse?.get(visit);
    else handshake?.get(visit);
  }

  function readPost(visit: Visit, route: Way): void {
    const refusal = gate.post(visit, route === "mcp");
    if (refusal) return refuseVisit(visit, refusal);
    visit.readBody(options, (body) => {
      try {
        direct(visit, route, body);
      } catch (error) {
        fail(visit, error);
      }
    });
  }

  function direct(visit: Visit, route: Way, body: Body): void {
    const parsed = parseBody(body, maxDepth);
    if (parsed.kind === "refused") return refuseVisit(visit, parsed);
    const { value } = parsed;
    if (Array.isArray(value) && value.length > maxBatch)
      return refuseVisit(visit, batchTooLong);
    const posted = readPosted(value);
    const era = route === "messages" ? "handshake" : eraOf(visit, posted);
    // What asks for something is refused; what answers and tells is not.
    const isWork = era === "stateless" || posted.wants === "calls";
    if (isWork && phase() !== "open") return refuseVisit(visit, closing);
    endpointOf(route, era)?.post(visit, posted);
  }

  /** Each is there where a request can be for it. */
  function endpointOf(
    route: Way,
    era: ReturnType<typeof eraOf>,
  ): Endpoint | undefined {
    if (route === "messages") return sse;
    return era === "stateless" ? stateless : handshake;
  }

  function answerHealth(visit: Visit): void {
    if (visit.method !== "GET" && visit.method !== "HEAD")
      return refuseVisit(visit, refuseMethod(["GET", "HEAD"]));
    const [status, text] = phase() === "open" ? [200, "ok"] : [503, "closing"];
    visit.reply(status, { "content-type": "text/plain" }, text);
  }

  /** Refuses as the revision does that the request names, or else the newest. */
  function refuseVisit(visit: Visit, refusal: Refusal): void {
    const { status, reason: message, headers } = refusal;
    const { code = status < 500 ? INVALID_REQUEST : INTERNAL_ERROR } = refusal;
    const { revisions } = server;
    const named = visit.header(versionHeader);
    const spoken = revisions.find(({ revision }) => revision === named);
    const table = spoken ?? revisions[0];
    replyError(visit, { status, code, message, table, headers });
  }

  return handle;
}

const notFound = /* @__PURE__ */ refuse(404, "There is nothing here");

const closing = /* @__PURE__ */ refuse(
  503,
  "The server is closing",
  retryLater,
);

const full = /* @__PURE__ */ refuse(
  503,
  "Too many requests at once",
  retryLater,
);

/** Whether a visit asks for a stream, other than for one that it lost. */
function isBeginning(visit: Visit, route: Way): boolean {
  const isNew = route === "sse" || visit.header("last-event-id") === undefined;
  return visit.method === "GET" && isNew;
}

function refuseMethod(methods: readonly string[]): Refusal {
  const allow = methods.join(", ");
  return refuse(405, `The method has to be ${methods.join(" or ")}`, { allow });
}

function challenged({ status, challenge }: Challenge): Refusal {
  const reason = status === 401 ? "Unauthorized" : "Forbidden";
  return refuse(status, reason, { "www-authenticate": challenge });
}

/** A request for users: its function can be taken from it, and takes a name in any case. */
function bound(visit: Visit): HttpRequest {
  const { method, target, native } = visit;
  const header = (name: string): string | undefined =>
    visit.header(name.toLowerCase());
  return { method, target, native, header };
}
