import {
  excerpt,
  INTERNAL_ERROR,
  INVALID_REQUEST,
  TransportError,
} from "../../protocol/errors.ts";
import { isPromiseLike } from "../../protocol/message.ts";
import type { Challenge, Permit } from "../../protocol/scopes/permit.ts";
import type { Viewer } from "../../protocol/viewer.ts";
import type { Eventual } from "../../protocol/when-ready.ts";
import type { Endpoint, Endpoints, HttpServices } from "./services.ts";
import {
  type Authorized,
  type LateChallenge,
  assertVerdict,
  assertScopesEnforced,
} from "./gate/authorization.ts";
import { corsHeaders, isPreflight, preflightHeaders } from "./gate/cors.ts";
import {
  createLifecycleOf,
  versionHeader,
  type LifecycleOf,
  allowMethods,
  type AllowMethods,
  createRoutes,
  type FindRoute,
  type Route,
} from "./gate/routing.ts";
import { createGate, parseBody, type Gate } from "./gate/gate.ts";
import { pathOf } from "./gate/hosts.ts";
import { requestOf } from "./limits/client-key.ts";
import { longBodyLength } from "./limits/memory-limiter.ts";
import { idOfCall, readPosted, type Posted } from "./posted.ts";
import {
  createRefusal,
  type Body,
  type Refusal,
  refusalOfChallenge,
  retryLater,
  sendRefusal,
  replyEmpty,
  replyError,
} from "./replies.ts";
import type { ResolvedOptions } from "./resolve-options.ts";
import type { BodyLimits, HttpExchange } from "./exchange.ts";
import { withTimeout } from "./with-timeout.ts";

/** While it closes, a server takes only what helps its calls to an end. */
export type Phase = "open" | "closing" | "closed";

/** What the server knows of itself, and what it does with what fails. */
export interface HandlerState {
  phase(): Phase;
  /** Whether it wants requests: one that drains takes them, and wants none. */
  isReady(): boolean;
  /** Whether more requests are at work than may be. */
  isFull(): boolean;
  /** Ends a exchange that failed by our own fault. */
  fail(exchange: HttpExchange, error: unknown): void;
}

/** What a path is for, but for the health check. */
type McpRoute = Exclude<Route, "health">;

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
export class RequestHandler {
  readonly #services: HttpServices;
  readonly #options: ResolvedOptions;
  readonly #endpoints: Endpoints;
  readonly #state: HandlerState;
  readonly #bodyLimits: BodyLimits;
  readonly #gate: Gate;
  readonly #findRoute: FindRoute;
  readonly #methodsOf: AllowMethods;
  readonly #lifecycleOf: LifecycleOf;

  constructor(
    services: HttpServices,
    endpoints: Endpoints,
    state: HandlerState,
  ) {
    const { options, server, limiter } = services;
    this.#services = services;
    this.#options = options;
    this.#endpoints = endpoints;
    this.#state = state;
    this.#bodyLimits = { ...options, counter: limiter };
    this.#gate = createGate(options);
    this.#findRoute = createRoutes(options);
    this.#methodsOf = allowMethods(server.revisions, options);
    this.#lifecycleOf = createLifecycleOf(server.revisions);
  }

  handle(exchange: HttpExchange): void {
    const open = this.#options.authorize?.answer?.(requestOf(exchange));
    if (open) return exchange.reply(open.status, open.headers, open.body);
    const route = this.#findRoute(exchange.target);
    if (route === "health") return this.#answerHealth(exchange);
    if (route === undefined)
      return this.#reject(exchange, this.#notFound(exchange));
    const refusal = this.#gate.checkOrigin(exchange);
    if (refusal) return this.#reject(exchange, refusal);
    const origin = this.#options.cors ? exchange.header("origin") : undefined;
    if (origin !== undefined) exchange.extraHeaders = corsHeaders(origin);
    this.#checkServerState(exchange, route);
  }

  #checkServerState(exchange: HttpExchange, route: McpRoute): void {
    const { cors, authorize } = this.#options;
    const methods = this.#methodsOf(exchange, route);
    if (cors && isPreflight(exchange))
      return replyEmpty(exchange, 204, preflightHeaders(exchange, methods));
    const now = this.#state.phase();
    if (
      now === "closed" ||
      (now === "closing" && opensNewStream(exchange, route))
    )
      return this.#reject(exchange, closing);
    if (this.#state.isFull()) return this.#reject(exchange, full);
    if (!methods.includes(exchange.method))
      return this.#reject(exchange, methodNotAllowed(methods));
    if (!authorize) return this.#authorize(exchange, route);
    const verdict = authorize(requestOf(exchange));
    this.#withAnswer(exchange, verdict, "authorize", (known) =>
      this.#authorize(exchange, route, assertVerdict(known)),
    );
  }

  /** Goes on with what is asked of the owner's functions, in time. */
  #withAnswer<Known>(
    exchange: HttpExchange,
    asked: Eventual<Known>,
    what: string,
    goOn: (known: Known) => void,
  ): void {
    if (!isPromiseLike(asked)) return goOn(asked);
    withTimeout(asked, this.#options.authorizeTimeoutMs, what)
      .then(goOn)
      .catch((error: unknown) => this.#state.fail(exchange, error));
  }

  #authorize(
    exchange: HttpExchange,
    route: McpRoute,
    verdict?: Authorized | Challenge | LateChallenge,
  ): void {
    const isPost = exchange.method === "POST";
    if (verdict && "challenge" in verdict && !(isPost && "permit" in verdict))
      return this.#reject(exchange, refusalOfChallenge(verdict));
    if (verdict) {
      // What has a permit has a principal, too.
      exchange.viewer = verdict as Viewer;
      if (verdict.headers)
        exchange.extraHeaders = {
          ...exchange.extraHeaders,
          ...verdict.headers,
        };
    }
    if (isPost) return this.#readPost(exchange, route);
    const refusal =
      exchange.method === "GET" ? this.#gate.checkGet(exchange) : undefined;
    if (refusal) return this.#reject(exchange, refusal);
    // Each endpoint is there where its methods are allowed.
    const { handshake, sse } = this.#endpoints;
    if (exchange.method === "DELETE") handshake?.delete(exchange);
    else if (route === "sse") sse?.get(exchange);
    else handshake?.get(exchange);
  }

  #readPost(exchange: HttpExchange, route: McpRoute): void {
    const refusal = this.#gate.checkPost(exchange, route === "mcp");
    if (refusal) return this.#reject(exchange, refusal);
    exchange.readBody(this.#bodyLimits, (body) => {
      try {
        this.#route(exchange, route, body);
      } catch (error) {
        this.#state.fail(exchange, error);
      }
    });
  }

  #route(exchange: HttpExchange, route: McpRoute, body: Body): void {
    const { maxBatch } = this.#options;
    const { limiter, server } = this.#services;
    const isLong = body.kind === "text" && body.text.length > longBodyLength;
    const heavy = isLong && limiter.reserveBody(exchange, body.text);
    if (heavy) return this.#reject(exchange, heavy);
    const parsed = parseBody(body, this.#options);
    if (parsed.kind === "refused") return this.#reject(exchange, parsed);
    const { value } = parsed;
    if (Array.isArray(value) && value.length > maxBatch)
      return this.#reject(exchange, batchTooLong(maxBatch));
    const posted = readPosted(value);
    const era =
      route === "messages" ? "handshake" : this.#lifecycleOf(exchange, posted);
    // What asks for something is refused; what answers and tells is not.
    const isWork = era === "stateless" || posted.expects === "calls";
    if (isWork && this.#state.phase() !== "open")
      return this.#reject(exchange, closing);
    if (posted.expects === "calls" && limiter.isUnderPressure) {
      const refusal = limiter.checkRequest(exchange);
      if (refusal)
        return sendRefusal(exchange, refusal.status, refusal.reason, posted);
    }
    // Each endpoint is there where a request can be for it.
    const { stateless, handshake, sse } = this.#endpoints;
    const isSse = route === "messages";
    const endpoint = isSse ? sse : era === "stateless" ? stateless : handshake;
    const { permit } = exchange.viewer;
    if (permit) return this.#checkScopes(exchange, posted, permit, endpoint);
    assertScopesEnforced(server.offered);
    endpoint?.post(exchange, posted);
  }

  /** Goes on, unless what was posted needs scopes that its sender does not have. */
  #checkScopes(
    exchange: HttpExchange,
    posted: Posted,
    permit: Permit,
    endpoint: Endpoint | undefined,
  ): void {
    const received = [posted.received].flat();
    const needs = permit.needs(received, this.#services.server.offered);
    this.#withAnswer(exchange, needs, "scopes", (known) => {
      const lack = permit.lacks(known);
      if (lack)
        return this.#rejectMissingScopes(exchange, posted, lack, endpoint);
      exchange.requiredScopes = known;
      endpoint?.post(exchange, posted);
    });
  }

  #rejectMissingScopes(
    exchange: HttpExchange,
    posted: Posted,
    lack: Challenge,
    endpoint: Endpoint | undefined,
  ): void {
    // It may have lost scopes since: that is to be known, too.
    const known = endpoint?.find?.(exchange);
    if (known && known.viewer.principal === exchange.viewer.principal)
      known.viewer = exchange.viewer;
    this.#reject(exchange, refusalOfChallenge(lack), posted);
  }

  #answerHealth(exchange: HttpExchange): void {
    if (exchange.method !== "GET" && exchange.method !== "HEAD")
      return this.#reject(exchange, methodNotAllowed(["GET", "HEAD"]));
    const { healthPath, cluster } = this.#options;
    // On the path below it, to answer at all is enough.
    const problem =
      pathOf(exchange.target) === healthPath &&
      (this.#state.isReady() ? cluster?.problem() : "closing");
    const headers = { "content-type": "text/plain" };
    exchange.reply(problem ? 503 : 200, headers, problem || "ok");
  }

  /** Who posts means a server; who looks around is no news. */
  #notFound({ method, target }: HttpExchange): Refusal {
    if (method !== "POST") return notFound;
    const option = `path: ${this.#options.path}`;
    return { ...notFound, requested: pathOf(target), option };
  }

  /** Refuses as the revision does that the request names, or else the newest. */
  #reject(exchange: HttpExchange, refusal: Refusal, posted?: Posted): void {
    const { server, onError } = this.#services;
    const { status, reason: message, headers, requested, option } = refusal;
    if (option !== undefined) {
      const told = `${message}: "${excerpt(String(requested), 100)}" (option ${option})`;
      // Of one kind, whatever was asked: strangers choose it.
      onError(new TransportError(told), { kind: message });
    }
    const { code = status < 500 ? INVALID_REQUEST : INTERNAL_ERROR } = refusal;
    const named = exchange.header(versionHeader);
    const table =
      server.revisions.find(({ revision }) => revision === named) ??
      server.revisions[0];
    const id = posted && idOfCall(posted);
    replyError(exchange, {
      status,
      code,
      message,
      id,
      revision: table,
      headers,
    });
  }
}

const notFound = /* @__PURE__ */ createRefusal(404, "There is nothing here");

const closing = /* @__PURE__ */ createRefusal(
  503,
  "The server is closing",
  retryLater,
);

const full = /* @__PURE__ */ createRefusal(
  503,
  "Too many requests at once",
  retryLater,
);

/** Whether a exchange asks for a stream, other than for one that it lost. */
function opensNewStream(exchange: HttpExchange, route: McpRoute): boolean {
  const isNew =
    route === "sse" || exchange.header("last-event-id") === undefined;
  return exchange.method === "GET" && isNew;
}

function batchTooLong(maxBatch: number): Refusal {
  return createRefusal(400, `A batch has at most ${maxBatch} messages`);
}

function methodNotAllowed(methods: readonly string[]): Refusal {
  const allow = methods.join(", ");
  return createRefusal(405, `The method has to be ${methods.join(" or ")}`, {
    allow,
  });
}
