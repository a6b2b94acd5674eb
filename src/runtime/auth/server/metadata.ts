import type { OpenAnswer } from "../../http/server/gate/authorization.ts";
import type { HttpRequest } from "../../http/shared/request-response.ts";
import { pathOf } from "../../http/server/gate/hosts.ts";
import { wellKnownPath, type ResourceName } from "./resource.ts";

/** Metadata of a protected resource: RFC 9728, section 2. */
export interface ProtectedResourceMetadata {
  /** URL of the server, which is the audience of tokens. */
  readonly resource: string;
  /** Issuers of the authorization servers. */
  readonly authorization_servers: readonly string[];
  /** Scopes that a client may request. */
  readonly scopes_supported?: readonly string[];
  /** Methods to send tokens with: only the header. */
  readonly bearer_methods_supported: readonly string[];
  readonly [name: string]: unknown;
}

/** Maximum cache time of the metadata, in seconds. */
const maxAge = 3_600;

const methods = "GET, HEAD, OPTIONS";

/** CORS headers for all origins: the metadata are public. */
const open = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "*",
};

/** CORS headers of a preflight response. */
const preflight = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "*",
  "access-control-allow-methods": methods,
  "access-control-allow-headers": "mcp-protocol-version, *",
  "access-control-max-age": "86400",
};

/**
 * Returns a function that responds to metadata requests: at the well-known
 * path, for the path of the resource and for the root. It returns undefined for
 * all other paths, and for a resource with another query.
 *
 * @see {@link
 * https://modelcontextprotocol.io/specification/draft/basic/authorization/authorization-server-discovery
 * | Authorization Server Discovery}
 */
export function answerMetadata(
  { url }: ResourceName,
  metadata: ProtectedResourceMetadata,
): (request: Pick<HttpRequest, "method" | "target">) => OpenAnswer | undefined {
  const body = JSON.stringify(metadata);
  const headers = {
    ...open,
    "content-type": "application/json",
    "cache-control": `public, max-age=${maxAge}`,
    "x-content-type-options": "nosniff",
  };
  const own = withoutSlash(url.pathname);
  return ({ method, target }) => {
    if (!target.includes(wellKnownPath)) return undefined;
    const path = pathOf(target);
    if (!path.startsWith(wellKnownPath)) return undefined;
    const place = withoutSlash(path.slice(wellKnownPath.length));
    const query = queryOf(target);
    const isOther = url.search !== "" && query !== "" && query !== url.search;
    if ((place !== own && place !== "") || isOther) return undefined;
    if (method === "OPTIONS")
      return { status: 204, headers: preflight, body: "" };
    if (method === "GET" || method === "HEAD")
      return { status: 200, headers, body };
    return { status: 405, headers: { ...open, allow: methods }, body: "" };
  };
}

function withoutSlash(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : path;
}

function queryOf(target: string): string {
  const at = target.indexOf("?");
  return at < 0 ? "" : target.slice(at);
}
