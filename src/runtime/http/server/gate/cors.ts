import type {
  HttpHeaders,
  HttpRequest,
} from "../../shared/request-response.ts";

/** What a page may send beside what every page may. */
const sent =
  "authorization, content-type, dpop, last-event-id, mcp-method, mcp-name, mcp-protocol-version, mcp-session-id";

/** What a page may read of an answer: all, such as nonces, where a browser knows the star. */
const read = "Mcp-Session-Id, WWW-Authenticate, DPoP-Nonce, Retry-After";

/** The headers by which a browser lets a page of this origin read the answer. */
export function corsHeaders(origin: string): HttpHeaders {
  return {
    "access-control-allow-origin": origin,
    "access-control-expose-headers": read,
    vary: "Origin",
  };
}

/** Whether a browser asks what a page may send. */
export function isPreflight(request: HttpRequest): boolean {
  return (
    request.method === "OPTIONS" &&
    request.header("access-control-request-method") !== undefined
  );
}

/** What a page of an allowed origin may send: parameters of tools have headers of their own. */
export function preflightHeaders(
  request: HttpRequest,
  methods: readonly string[],
): HttpHeaders {
  const asked = request.header("access-control-request-headers") ?? "";
  const mirrored = asked
    .toLowerCase()
    .split(/[ ,]+/)
    .filter((name) => /^mcp-param-[\w-]+$/.test(name));
  return {
    "access-control-allow-methods": methods.join(", "),
    "access-control-allow-headers": [sent, ...mirrored].join(", "),
    "access-control-max-age": "600",
  };
}
