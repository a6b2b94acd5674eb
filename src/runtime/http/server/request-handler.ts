import {
  excerpt,
  INTERNAL_ERROR,
  INVALID_REQUEST,
  TransportError,
  PARSE_ERROR,
} from "../../protocol/errors.ts";
import { isPromiseLike } from "../../protocol/message.ts";
import type { Challenge, Permit } from "../../protocol/scopes/permit.ts";
import type { Viewer } from "../../protocol/viewer.ts";
import type { Eventual } from "../../protocol/when-ready.ts";
import type { Endpoint, Endpoints, HttpServices } from "./services.ts";
import {
  type Authorized,
  type LateChallenge,
  requireVerdict,
  requireAsked,
} from "./gate/authorization.ts";
import { corsHeaders, isPreflight, preflightHeaders } from "./gate/cors.ts";
import {
  createEra,
  versionHeader,
  type Era,
  allowMethods,
  type AllowMethods,
  createRoutes,
  type FindRoute,
  type Route,
} from "./gate/routing.ts";
import { createGate, type Gate } from "./gate/gate.ts";
import { pathOf } from "./gate/hosts.ts";
import { requestOf } from "./limits/client-key.ts";
import { longBody } from "./limits/memory-limiter.ts";
import { idOfCall, readPosted, type Posted } from "./posted.ts";
import {
  refuse,
  type Body,
  type Refusal,
  challenged,
  retryLater,
  sendRefusal,
  replyEmpty,
  replyError,
} from "./replies.ts";
import type { ResolvedOptions } from "./resolve-options.ts";
import type { BodyLimits, Visit } from "./exchange.ts";
import { withTimeout } from "./with-timeout.ts";
import {
  checkValue,
  JsonLimitError,
  parseJson,
  type JsonLimits,
} from "../../protocol/validation/parse-json.ts";

/** While it closes, a server takes only what helps its calls to an end. */
export type Phase = "open" | "closing" | "closed";

/** What the server knows of itself, and what it does with what fails. */
export interface HandlerState {
  phase(): Phase;
  /** Whether it wants requests: one that drains takes them, and wants none. */
  isReady(): boolean;
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
 *  6. permit     its sender has the scopes that the messages need
 *  7. deliver    the endpoint of its path and lifecycle takes it
 */
export class VisitHandler {
  readonly #services: HttpServices;
  readonly #options: ResolvedOptions;
  readonly #endpoints: Endpoints;
  readonly #state: HandlerState;
  readonly #bodyLimits: BodyLimits;
  readonly #gate: Gate;
  readonly #findRoute: FindRoute;
  readonly #methodsOf: AllowMethods;
  readonly #eraOf: Era;

  constructor(
    services: HttpServices,
    endpoints: Endpoints,
    state: HandlerState,
  ) {
    const { options, server, kept } = services;
    this.#services = services;
    this.#options = options;
    this.#endpoints = endpoints;
    this.#state = state;
    this.#bodyLimits = { ...options, counter: kept };
    this.#gate = createGate(options);
    this.#findRoute = createRoutes(options);
    this.#methodsOf = allowMethods(server.revisions, options);
    this.#eraOf = createEra(server.revisions);
  }

  handle(visit: Visit): void {
    const open = this.#options.authorize?.answer?.(requestOf(visit));
    if (open) return visit.reply(open.status, open.headers, open.body);
    const route = this.#findRoute(visit.target);
    if (route === "health") return this.#answerHealth(visit);
    if (route === undefined) return this.#refuse(visit, this.#notFound(visit));
    const refusal = this.#gate.origin(visit);
    if (refusal) return this.#refuse(visit, refusal);
    const origin = this.#options.cors ? visit.header("origin") : undefined;
    if (origin !== undefined) visit.moreHeaders = corsHeaders(origin);
    this.#enter(visit, route);
  }

  #enter(visit: Visit, route: Way): void {
    const { cors, authorize } = this.#options;
    const methods = this.#methodsOf(visit, route);
    if (cors && isPreflight(visit))
      return replyEmpty(visit, 204, preflightHeaders(visit, methods));
    const now = this.#state.phase();
    if (now === "closed" || (now === "closing" && isBeginning(visit, route)))
      return this.#refuse(visit, closing);
    if (this.#state.isFull()) return this.#refuse(visit, full);
    if (!methods.includes(visit.method))
      return this.#refuse(visit, refuseMethod(methods));
    if (!authorize) return this.#admit(visit, route);
    const verdict = authorize(requestOf(visit));
    this.#whenKnown(visit, verdict, "authorize", (known) =>
      this.#admit(visit, route, requireVerdict(known)),
    );
  }

  /** Goes on with what is asked of the owner's functions, in time. */
  #whenKnown<Known>(
    visit: Visit,
    asked: Eventual<Known>,
    what: string,
    goOn: (known: Known) => void,
  ): void {
    if (!isPromiseLike(asked)) return goOn(asked);
    withTimeout(asked, this.#options.authorizeTimeoutMs, what)
      .then(goOn)
      .catch((error: unknown) => this.#state.fail(visit, error));
  }

  #admit(
    visit: Visit,
    route: Way,
    verdict?: Authorized | Challenge | LateChallenge,
  ): void {
    const isPost = visit.method === "POST";
    if (verdict && "challenge" in verdict && !(isPost && "permit" in verdict))
      return this.#refuse(visit, challenged(verdict));
    if (verdict) {
      // What has a permit has a principal, too.
      visit.viewer = verdict as Viewer;
      if (verdict.headers)
        visit.moreHeaders = { ...visit.moreHeaders, ...verdict.headers };
    }
    if (isPost) return this.#readPost(visit, route);
    const refusal = visit.method === "GET" ? this.#gate.get(visit) : undefined;
    if (refusal) return this.#refuse(visit, refusal);
    // Each endpoint is there where its methods are allowed.
    const { handshake, sse } = this.#endpoints;
    if (visit.method === "DELETE") handshake?.delete(visit);
    else if (route === "sse") sse?.get(visit);
    else handshake?.get(visit);
  }

  #readPost(visit: Visit, route: Way): void {
    const refusal = this.#gate.post(visit, route === "mcp");
    if (refusal) return this.#refuse(visit, refusal);
    visit.readBody(this.#bodyLimits, (body) => {
      try {
        this.#direct(visit, route, body);
      } catch (error) {
        this.#state.fail(visit, error);
      }
    });
  }

  #direct(visit: Visit, route: Way, body: Body): void {
    const { maxBatch } = this.#options;
    const { kept, server } = this.#services;
    const isLong = body.kind === "text" && body.text.length > longBody;
    const heavy = isLong && kept.weighBody(visit, body.text);
    if (heavy) return this.#refuse(visit, heavy);
    const parsed = parseBody(body, this.#options);
    if (parsed.kind === "refused") return this.#refuse(visit, parsed);
    const { value } = parsed;
    if (Array.isArray(value) && value.length > maxBatch)
      return this.#refuse(visit, batchTooLong(maxBatch));
    const posted = readPosted(value);
    const era = route === "messages" ? "handshake" : this.#eraOf(visit, posted);
    // What asks for something is refused; what answers and tells is not.
    const isWork = era === "stateless" || posted.wants === "calls";
    if (isWork && this.#state.phase() !== "open")
      return this.#refuse(visit, closing);
    if (posted.wants === "calls" && kept.isPressed) {
      const refusal = kept.refuseOneMore(visit);
      if (refusal)
        return sendRefusal(visit, refusal.status, refusal.reason, posted);
    }
    // Each endpoint is there where a request can be for it.
    const { stateless, handshake, sse } = this.#endpoints;
    const isSse = route === "messages";
    const endpoint = isSse ? sse : era === "stateless" ? stateless : handshake;
    const { permit } = visit.viewer;
    if (permit) return this.#permit(visit, posted, permit, endpoint);
    requireAsked(server.offered);
    endpoint?.post(visit, posted);
  }

  /** Goes on, unless what was posted needs scopes that its sender does not have. */
  #permit(
    visit: Visit,
    posted: Posted,
    permit: Permit,
    endpoint: Endpoint | undefined,
  ): void {
    const received = [posted.received].flat();
    const needs = permit.needs(received, this.#services.server.offered);
    this.#whenKnown(visit, needs, "scopes", (known) => {
      const lack = permit.lacks(known);
      if (lack) return this.#refuseLack(visit, posted, lack, endpoint);
      visit.needs = known;
      endpoint?.post(visit, posted);
    });
  }

  #refuseLack(
    visit: Visit,
    posted: Posted,
    lack: Challenge,
    endpoint: Endpoint | undefined,
  ): void {
    // It may have lost scopes since: that is to be known, too.
    const known = endpoint?.find?.(visit);
    if (known && known.viewer.principal === visit.viewer.principal)
      known.viewer = visit.viewer;
    this.#refuse(visit, challenged(lack), posted);
  }

  #answerHealth(visit: Visit): void {
    if (visit.method !== "GET" && visit.method !== "HEAD")
      return this.#refuse(visit, refuseMethod(["GET", "HEAD"]));
    const { healthPath, cluster } = this.#options;
    // On the path below it, to answer at all is enough.
    const problem =
      pathOf(visit.target) === healthPath &&
      (this.#state.isReady() ? cluster?.problem() : "closing");
    const headers = { "content-type": "text/plain" };
    visit.reply(problem ? 503 : 200, headers, problem || "ok");
  }

  /** Who posts means a server; who looks around is no news. */
  #notFound({ method, target }: Visit): Refusal {
    if (method !== "POST") return notFound;
    const option = `path: ${this.#options.path}`;
    return { ...notFound, asked: pathOf(target), option };
  }

  /** Refuses as the revision does that the request names, or else the newest. */
  #refuse(visit: Visit, refusal: Refusal, posted?: Posted): void {
    const { server, onError } = this.#services;
    const { status, reason: message, headers, asked, option } = refusal;
    if (option !== undefined) {
      const told = `${message}: "${excerpt(String(asked), 100)}" (option ${option})`;
      // Of one kind, whatever was asked: strangers choose it.
      onError(new TransportError(told), { kind: message });
    }
    const { code = status < 500 ? INVALID_REQUEST : INTERNAL_ERROR } = refusal;
    const named = visit.header(versionHeader);
    const table =
      server.revisions.find(({ revision }) => revision === named) ??
      server.revisions[0];
    const id = posted && idOfCall(posted);
    replyError(visit, { status, code, message, id, table, headers });
  }
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

function batchTooLong(maxBatch: number): Refusal {
  return refuse(400, `A batch has at most ${maxBatch} messages`);
}

function refuseMethod(methods: readonly string[]): Refusal {
  const allow = methods.join(", ");
  return refuse(405, `The method has to be ${methods.join(" or ")}`, { allow });
}

/** A parsed body, or the reason why it is refused. */
export type Parsed =
  { readonly kind: "value"; readonly value: unknown } | Refusal;

/** Parses a body that is within its limits. */
export function parseBody(body: Body, limits: JsonLimits): Parsed {
  if (body.kind === "refused") return body;
  try {
    if (body.kind === "text")
      return { kind: "value", value: parseJson(body.text, limits) };
    checkValue(body.value, limits);
    return body;
  } catch (error) {
    return error instanceof JsonLimitError
      ? refuse(400, `The body ${error.message}`)
      : { ...refuse(400, "The body is not JSON"), code: PARSE_ERROR };
  }
}
