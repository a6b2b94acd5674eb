import type { AuthorizationServer } from "oauth4webapi";
import { excerpt, toError } from "../../../protocol/errors.ts";
import { withoutLoopback, type SafeFetch } from "../fetch/safe-fetch.ts";
import { inTime } from "../fetch/in-time.ts";
import { AuthorizationError } from "../errors.ts";
import { isLoopback } from "../../../http/shared/loopback.ts";
import { formatUrlText, formatUrl } from "../fetch/safe-url.ts";
import type { BearerChallenge } from "./challenge.ts";
import type { DocumentRequest } from "./document.ts";
import { canonicalResource } from "./resource.ts";
import {
  findResourceMetadata,
  type ResourceFound,
  type ResourceDocument,
} from "./resource-metadata.ts";
import { findServerMetadata } from "./server-metadata.ts";

/** Result of authorization server discovery. */
export interface Discovery {
  /** Value of the `resource` parameter in every request, byte for byte. */
  readonly resource: string;
  /** Scopes from the resource metadata; undefined if not listed. */
  readonly scopesSupported: readonly string[] | undefined;
  /** True if the resource only accepts DPoP-bound tokens. */
  readonly needsDpop: boolean;
  /** Issuer, identical in the request and in the server's metadata. */
  readonly issuer: string;
  readonly server: AuthorizationServer;
  /**
   * True if no metadata were published and the endpoints are the fixed ones of
   * the first revision with authorization.
   */
  readonly isAssumed: boolean;
  /** Problems that discovery worked around, each as a sentence for a log. */
  readonly warnings: readonly string[];
}

export interface DiscoveryRequest {
  /** URL of the MCP server. */
  readonly url: string;
  readonly challenge: BearerChallenge | undefined;
  readonly fetch: SafeFetch;
  readonly signal?: AbortSignal | undefined;
  /** Preferred issuers if the resource lists several. */
  readonly preferred?: readonly string[];
  /**
   * Value of `MCP-Protocol-Version` for requests to the MCP server, if known.
   */
  readonly revision?: string | undefined;
}

/**
 * Finds the authorization server of an MCP server: in its protected resource
 * metadata; if it has none, in authorization server metadata at its origin; or
 * else at the fixed endpoints of the first revision. Throws an
 * AuthorizationError.
 *
 * @see {@link
 * https://modelcontextprotocol.io/specification/draft/basic/authorization/authorization-server-discovery
 * | Authorization Server Discovery}
 */
export async function discover(asked: DiscoveryRequest): Promise<Discovery> {
  const { url, signal } = asked;
  const timeout = longest;
  const late = (): string =>
    `no authorization server of ${formatUrlText(url)} was found within ${timeout} ms`;
  return await inTime({ timeout, late, signal }, (ends) =>
    discoverInTime({ ...asked, signal: ends }),
  );
}

/**
 * Timeout of the whole discovery, in milliseconds. Each of up to about thirty
 * requests has its own timeout too.
 */
const longest = 60_000;

async function discoverInTime(asked: DiscoveryRequest): Promise<Discovery> {
  const { signal, revision } = asked;
  const text = withoutFragment(asked.url);
  const server = asked.fetch.check(text, "the server's URL");
  const fetch = isLoopback(server.hostname)
    ? asked.fetch
    : withoutLoopback(asked.fetch);
  const asking = { fetch, signal, revision };
  const named = asked.challenge?.resourceMetadata;
  const found = await findResourceMetadata(server, named, asking);
  if (found.kind === "absent")
    return await discoverOld(server, found, named !== undefined, asking);
  const { resource, scopesSupported, needsDpop } = found.metadata;
  const guardian = await discoverListed(server, found.metadata, asked, asking);
  const warnings = [...found.warnings, ...guardian.warnings];
  return { ...guardian, resource, scopesSupported, needsDpop, warnings };
}

/** Authorization server part of a discovery result. */
type Guardian = Pick<Discovery, "issuer" | "server" | "isAssumed" | "warnings">;

/** Returns the first listed authorization server with valid metadata. */
async function discoverListed(
  server: URL,
  { authorizationServers }: ResourceDocument,
  { preferred = [] }: DiscoveryRequest,
  asking: DocumentRequest,
): Promise<Guardian> {
  if (authorizationServers.length === 0)
    return await discoverAtOrigin(server, asking);
  const why: string[] = [];
  const errors: Error[] = [];
  for (const issuer of inOrder(authorizationServers, preferred)) {
    try {
      const found = await findServerMetadata(
        [issuer],
        ofOthers(asking),
        "token_endpoint",
      );
      if (found.kind === "found") return published(found.server, why);
      why.push(...found.why);
    } catch (cause) {
      const error = toError(cause);
      errors.push(error);
      why.push(error.message);
    }
  }
  const [error] = errors;
  if (error && why.length === 1) throw error;
  const text = `no authorization server of ${formatUrl(server)} has valid metadata`;
  throw new AuthorizationError("discovery", told(text, why), { cause: error });
}

/**
 * Looks for the authorization server at the origin of an MCP server whose
 * metadata name none.
 */
async function discoverAtOrigin(
  server: URL,
  asking: DocumentRequest,
): Promise<Guardian> {
  const found = await findServerMetadata(
    originsOf(server),
    asking,
    "token_endpoint",
  );
  if (found.kind === "found") return published(found.server);
  const text = `the metadata of ${formatUrl(server)} name no authorization server`;
  throw new AuthorizationError("discovery", told(text, found.why));
}

/**
 * Discovers a server without protected resource metadata: its origin is the
 * authorization server, as in the first revision. If the origin has no metadata
 * either, and every response clearly meant "not found", uses the fixed
 * endpoints.
 */
async function discoverOld(
  server: URL,
  absent: Extract<ResourceFound, { kind: "absent" }>,
  isNamed: boolean,
  asking: DocumentRequest,
): Promise<Discovery> {
  const text = `${formatUrl(server)} has no metadata that name an authorization server`;
  if (isNamed)
    throw new AuthorizationError("discovery", told(text, absent.why));
  const found = await findServerMetadata(
    originsOf(server),
    asking,
    "token_endpoint",
  );
  const rest = {
    resource: canonicalResource(server),
    scopesSupported: undefined,
    needsDpop: false,
  };
  if (found.kind === "found") return { ...published(found.server), ...rest };
  if (!absent.isPlain || !found.isPlain)
    throw new AuthorizationError(
      "discovery",
      told(text, [...absent.why, ...found.why]),
    );
  return { ...assumed(server), ...rest };
}

function published(
  server: AuthorizationServer,
  warnings: readonly string[] = [],
): Guardian {
  return { issuer: server.issuer, server, isAssumed: false, warnings };
}

/**
 * Returns the fixed endpoints. PKCE is assumed only here, because the first
 * revision required it of every server.
 */
function assumed({ origin }: URL): Guardian {
  const server: AuthorizationServer = {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    code_challenge_methods_supported: ["S256"],
    endpoints_are_assumed: true,
  };
  return { issuer: origin, server, isAssumed: true, warnings: [] };
}

/**
 * Returns both spellings of an origin as an issuer, because both have the same
 * metadata URL.
 */
function originsOf({ origin }: URL): [string, string] {
  return [origin, `${origin}/`];
}

/**
 * Maximum number of authorization servers to try. Each one takes up to three
 * requests.
 */
const mostServers = 8;

function inOrder(
  issuers: readonly string[],
  preferred: readonly string[],
): readonly string[] {
  const known = preferred.filter((issuer) => issuers.includes(issuer));
  return [...new Set([...known, ...issuers])].slice(0, mostServers);
}

/** Removes the protocol version, which is only sent to the MCP server. */
function ofOthers(asking: DocumentRequest): DocumentRequest {
  return { ...asking, revision: undefined };
}

function told(text: string, why: readonly string[]): string {
  return excerpt(`${text}: ${why.join("; ")}`, 2_000);
}

function withoutFragment(url: string): string {
  const [text = ""] = url.split("#", 1);
  return text;
}
