import type { AuthorizationServer } from "oauth4webapi";
import { excerpt, toError } from "../../../protocol/errors.ts";
import { withoutLoopback, type SafeFetch } from "../fetch/safe-fetch.ts";
import { inTime } from "../fetch/in-time.ts";
import { AuthorizationError } from "../errors.ts";
import { isLoopback } from "../../../http/shared/loopback.ts";
import { shownText, shownUrl } from "../fetch/safe-url.ts";
import type { BearerChallenge } from "./challenge.ts";
import type { DocumentRequest } from "./document.ts";
import { canonicalResource } from "./resource.ts";
import {
  findResourceMetadata,
  type ResourceFound,
  type ResourceDocument,
} from "./resource-metadata.ts";
import { findServerMetadata } from "./server-metadata.ts";

/** Who protects a server, and as what. */
export interface Discovery {
  /** What `resource` says in every request, byte for byte. */
  readonly resource: string;
  /** What the resource's metadata list; undefined where they do not. */
  readonly scopesSupported: readonly string[] | undefined;
  /** Whether the resource takes no token without a proof of possession. */
  readonly needsDpop: boolean;
  /** As it was asked, and as the authorization server says itself. */
  readonly issuer: string;
  readonly server: AuthorizationServer;
  /** Whether nobody published the endpoints, and they are where the first servers with authorization had them. */
  readonly isAssumed: boolean;
  /** What was passed over on the way, and why: each a sentence for a log. */
  readonly warnings: readonly string[];
}

export interface DiscoveryRequest {
  /** The address of the MCP server. */
  readonly url: string;
  readonly challenge: BearerChallenge | undefined;
  readonly fetch: SafeFetch;
  readonly signal?: AbortSignal | undefined;
  /** Issuers that are rather taken than others, where the resource lists several. */
  readonly preferred?: readonly string[];
  /** What `MCP-Protocol-Version` says to the MCP server, where it is known. */
  readonly revision?: string | undefined;
}

/**
 * Finds out who gives tokens for a server, by what the server says: its metadata,
 * or where it has none and names none, metadata at its origin, or the endpoints of
 * old. Throws an AuthorizationError.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/authorization/authorization-server-discovery | Authorization Server Discovery}
 */
export async function discover(asked: DiscoveryRequest): Promise<Discovery> {
  const { url, signal } = asked;
  const timeout = longest;
  const late = (): string =>
    `who authorizes for ${shownText(url)} was not found within ${timeout} ms`;
  return await inTime({ timeout, late, signal }, (ends) =>
    discoverInTime({ ...asked, signal: ends }),
  );
}

/** In milliseconds: each of some thirty requests has a bound of its own besides. */
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

/** Of an authorization server what a resource has nothing to do with. */
type Guardian = Pick<Discovery, "issuer" | "server" | "isAssumed" | "warnings">;

/** The first of the listed authorization servers that has metadata which can be used. */
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
  const text = `no authorization server of ${shownUrl(server)} has metadata that can be used`;
  throw new AuthorizationError("discovery", told(text, why), { cause: error });
}

/** A server whose metadata name no authorization server is one itself, if anything is. */
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
  const text = `the metadata of ${shownUrl(server)} name no authorization server`;
  throw new AuthorizationError("discovery", told(text, found.why));
}

/**
 * A server without metadata as a resource: its origin is the authorization server,
 * as it was before there were such metadata. Where not even that one has metadata,
 * and everything said plainly that there is nothing, the endpoints have fixed paths.
 */
async function discoverOld(
  server: URL,
  absent: Extract<ResourceFound, { kind: "absent" }>,
  isNamed: boolean,
  asking: DocumentRequest,
): Promise<Discovery> {
  const text = `${shownUrl(server)} does not say who authorizes`;
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

/** PKCE is taken for granted here alone: every server of this kind had to have it. */
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

/** Nobody said which of the two it is, and both have their metadata at the same place. */
function originsOf({ origin }: URL): [string, string] {
  return [origin, `${origin}/`];
}

/** The first so many: each of them is asked up to three times. */
const mostServers = 8;

function inOrder(
  issuers: readonly string[],
  preferred: readonly string[],
): readonly string[] {
  const known = preferred.filter((issuer) => issuers.includes(issuer));
  return [...new Set([...known, ...issuers])].slice(0, mostServers);
}

/** Which revision is spoken is the business of the MCP server, and of nobody else. */
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
