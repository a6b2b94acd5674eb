import type { OpenAnswer } from "../../http/server/gate/authorization.ts";
import type { HttpRequest } from "../../http/shared/request-response.ts";
import { pathOf } from "../../http/server/gate/hosts.ts";
import { wellKnownPath, type ResourceName } from "./resource.ts";

/** The metadata of a protected resource: RFC 9728, section 2. */
export interface ProtectedResourceMetadata {
  /** The URL of the server, which tokens have to name. */
  readonly resource: string;
  /** Who gives tokens for it, by issuer. */
  readonly authorization_servers: readonly string[];
  /** The scopes that a client may ask for. */
  readonly scopes_supported?: readonly string[];
  /** Where tokens are taken from: the header. */
  readonly bearer_methods_supported: readonly string[];
  readonly [name: string]: unknown;
}

/** How long clients may keep the metadata, in seconds. */
const maxAge = 3_600;

const methods = "GET, HEAD, OPTIONS";

/** Every page may read them: they are no secret, and need no credentials. */
const open = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "*",
};

/** What a page may send that reads them. */
const preflight = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "*",
  "access-control-allow-methods": methods,
  "access-control-allow-headers": "mcp-protocol-version, *",
  "access-control-max-age": "86400",
};

/**
 * Answers what is asked for the metadata: below the well-known path, at the path
 * of the resource and at the root. Undefined for every other path, and for the
 * metadata of a resource with another query.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/authorization/authorization-server-discovery | Authorization Server Discovery}
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
