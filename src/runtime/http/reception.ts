import { INTERNAL_ERROR, INVALID_REQUEST } from "../errors.ts";
import { isPromiseLike } from "../message.ts";
import { requireVerdict } from "./authorization-verdict.ts";
import type { Authorized, Challenge } from "./authorization.ts";
import { refuse, type Body, type HttpCall, type Refusal } from "./call.ts";
import {
  corsHeaders,
  isPreflight,
  preflightHeaders,
  withHeaders,
} from "./cors.ts";
import type { Endpoints } from "./endpoints.ts";
import { createEra, versionHeader, type Era } from "./era.ts";
import type { HttpExchange, HttpRequest, HttpResponse } from "./exchange.ts";
import { createGate } from "./gate.ts";
import type { HttpHost } from "./host.ts";
import { allowMethods } from "./methods.ts";
import { parseBody } from "./parse-body.ts";
import { postedKind } from "./posted.ts";
import { replyEmpty, replyError } from "./replies.ts";
import { createRoutes, type Route } from "./routes.ts";

/** While it closes, a server takes only what helps its calls to an end. */
export type Phase = "open" | "closing" | "closed";

export interface ReceptionEvents {
  phase(): Phase;
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
  { phase, fail }: ReceptionEvents,
): (call: HttpCall) => void {
  const gate = createGate(options);
  const findRoute = createRoutes(options);
  const methodsOf = allowMethods(server.revisions, options);
  const era = createEra(server.revisions);
  const { authorize, cors, maxDepth } = options;

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
      return replyEmpty({ response }, 204, preflightHeaders(call, methods));
    const now = phase();
    if (now === "closed" || (now === "closing" && isBeginning(call)))
      return refuseCall(call, response, closing);
    if (!methods.includes(call.method))
      return refuseCall(call, response, refuseMethod(methods));
    if (!authorize) return admit(visit, undefined);
    const verdict = authorize(bound(call));
    if (!isPromiseLike(verdict)) return admit(visit, requireVerdict(verdict));
    verdict
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
    const { status, reason, headers } = refusal;
    const { code = status < 500 ? INVALID_REQUEST : INTERNAL_ERROR } = refusal;
    const { revisions } = server;
    const named = call.header(versionHeader);
    const table = revisions.find(({ revision }) => revision === named);
    const known = table ?? revisions[0];
    const none = undefined;
    replyError({ response }, status, known, none, code, reason, none, headers);
  }

  return receive;
}

const nobody = { principal: undefined, auth: undefined };

const closing = /* @__PURE__ */ refuse(503, "The server is closing", {
  "retry-after": "1",
});

/** Whether a call asks for a stream, other than for one that it lost. */
function isBeginning(call: HttpCall): boolean {
  return call.method === "GET" && call.header("last-event-id") === undefined;
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

/** A request whose functions can be taken from it. */
function bound(call: HttpCall): HttpRequest {
  const { method, target, native } = call;
  return { method, target, native, header: (name) => call.header(name) };
}
