import { INTERNAL_ERROR, INVALID_REQUEST } from "../../wire/errors.ts";
import { isPromiseLike } from "../../wire/message.ts";
import { requireVerdict } from "./gate/authorization-verdict.ts";
import type { Authorized, Challenge } from "./gate/authorization.ts";
import { refuse, type Body, type HttpCall, type Refusal } from "./visit.ts";
import {
  corsHeaders,
  isPreflight,
  preflightHeaders,
  withHeaders,
} from "./gate/cors.ts";
import type { Endpoints } from "./endpoints.ts";
import { createEra, versionHeader, type Era } from "./gate/era.ts";
import type {
  HttpExchange,
  HttpRequest,
  HttpResponse,
} from "../shared/exchange.ts";
import { createGate } from "./gate/gate.ts";
import type { HttpHost } from "./services.ts";
import { allowMethods } from "./gate/methods.ts";
import { parseBody } from "./gate/parse-body.ts";
import { postedKind } from "./posted.ts";
import { retryLater } from "./refusals.ts";
import { replyEmpty, replyError } from "./replies.ts";
import { createRoutes, type Route } from "./gate/routes.ts";
import { within } from "./within.ts";

/** While it closes, a server takes only what helps its calls to an end. */
export type Phase = "open" | "closing" | "closed";

export interface ReceptionHost {
  phase(): Phase;
  /** Whether more requests are at work than may be. */
  isFull(): boolean;
  /** Ends a call that failed by our own fault. */
  fail(call: HttpCall, error: unknown): void;
}

/** A call that has passed the gate so far. */
interface Visit {
  readonly call: HttpCall;
  readonly response: HttpResponse;
  readonly route: Exclude<Route, "health">;
}

/**
 * Asks of each call what has to be true of it, in one order, and directs it to
 * the endpoint that answers it.
 */
export function createReception(
  { options, server }: HttpHost,
  { stateless, handshake, sse }: Endpoints,
  { phase, isFull, fail }: ReceptionHost,
): (call: HttpCall) => void {
  const gate = createGate(options);
  const findRoute = createRoutes(options);
  const methodsOf = allowMethods(server.revisions, options);
  const era = createEra(server.revisions);
  const { authorize, cors, maxBatch, maxDepth } = options;
  const batchTooLong = refuse(400, `A batch has at most ${maxBatch} messages`);

  function receive(call: HttpCall): void {
    const route = findRoute(call.target);
    if (route === "health") return answerHealth(call);
    if (route === undefined)
      return refuseCall(call, call, refuse(404, "There is nothing here"));
    const refusal = gate.origin(call);
    if (refusal) return refuseCall(call, call, refusal);
    const origin = cors ? call.header("origin") : undefined;
    const response =
      origin === undefined ? call : withHeaders(call, corsHeaders(origin));
    enter({ call, response, route });
  }

  function answerHealth(call: HttpCall): void {
    if (call.method !== "GET" && call.method !== "HEAD")
      return refuseCall(call, call, refuseMethod(["GET", "HEAD"]));
    const [status, text] = phase() === "open" ? [200, "ok"] : [503, "closing"];
    call.reply(status, { "content-type": "text/plain" }, text);
  }

  function enter(visit: Visit): void {
    const { call, response, route } = visit;
    const methods = methodsOf(call, route);
    if (cors && isPreflight(call))
      return replyEmpty(response, 204, preflightHeaders(call, methods));
    const now = phase();
    if (now === "closed" || (now === "closing" && isBeginning(visit)))
      return refuseCall(call, response, closing);
    if (isFull()) return refuseCall(call, response, full);
    if (!methods.includes(call.method))
      return refuseCall(call, response, refuseMethod(methods));
    if (!authorize) return admit(visit, undefined);
    const verdict = authorize(bound(call));
    if (!isPromiseLike(verdict)) return admit(visit, requireVerdict(verdict));
    within(verdict, options.authorizeTimeoutMs, "authorize")
      .then((known) => admit(visit, requireVerdict(known)))
      .catch((error: unknown) => fail(call, error));
  }

  function admit(visit: Visit, verdict?: Authorized | Challenge): void {
    const { call, response } = visit;
    if (verdict && "challenge" in verdict)
      return refuseCall(call, response, challenged(verdict));
    const { principal, auth } = verdict ?? nobody;
    const exchange = { request: call, response, principal, auth };
    if (call.method === "POST") return receivePost(visit, exchange);
    const refusal = call.method === "GET" ? gate.get(call) : undefined;
    if (refusal) return refuseCall(call, response, refusal);
    // Each endpoint is there where its methods are allowed.
    if (call.method === "DELETE") handshake?.delete(exchange);
    else if (visit.route === "sse") sse?.open(exchange);
    else handshake?.get(exchange);
  }

  function receivePost(visit: Visit, exchange: HttpExchange): void {
    const { call, response, route } = visit;
    const refusal = gate.post(call, route === "mcp");
    if (refusal) return refuseCall(call, response, refusal);
    call.readBody(options, (body) => {
      try {
        direct(visit, exchange, body);
      } catch (error) {
        fail(call, error);
      }
    });
  }

  function direct(
    { call, response, route }: Visit,
    exchange: HttpExchange,
    body: Body,
  ): void {
    const parsed = parseBody(body, maxDepth);
    if (parsed.kind === "refused") return refuseCall(call, response, parsed);
    const { value } = parsed;
    if (Array.isArray(value) && value.length > maxBatch)
      return refuseCall(call, response, batchTooLong);
    const lifecycle = route === "messages" ? "handshake" : era(call, value);
    if (phase() !== "open" && isWork(lifecycle, value))
      return refuseCall(call, response, closing);
    // Each endpoint is there where a request can be for it.
    if (route === "messages") sse?.post(exchange, value);
    else if (lifecycle === "stateless") stateless?.post(exchange, value);
    else handshake?.post(exchange, value);
  }

  /** Refuses as the revision does that the request names, or else the newest. */
  function refuseCall(
    call: HttpCall,
    response: HttpResponse,
    refusal: Refusal,
  ): void {
    const { status, reason: message, headers } = refusal;
    const { code = status < 500 ? INVALID_REQUEST : INTERNAL_ERROR } = refusal;
    const { revisions } = server;
    const named = call.header(versionHeader);
    const spoken = revisions.find(({ revision }) => revision === named);
    const table = spoken ?? revisions[0];
    replyError(response, { status, code, message, table, headers });
  }

  return receive;
}

const nobody = { principal: undefined, auth: undefined };

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

/** Whether a call asks for a stream, other than for one that it lost. */
function isBeginning({ call, route }: Visit): boolean {
  const isNew = route === "sse" || call.header("last-event-id") === undefined;
  return call.method === "GET" && isNew;
}

/** Whether a message asks for something: what it answers and tells does not. */
function isWork(lifecycle: ReturnType<Era>, value: unknown): boolean {
  return lifecycle === "stateless" || postedKind(value) === "calls";
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
function bound(call: HttpCall): HttpRequest {
  const { method, target, native } = call;
  const header = (name: string): string | undefined =>
    call.header(name.toLowerCase());
  return { method, target, native, header };
}
