import type { JsonObject } from "../../../protocol/message.ts";
import { quote } from "../../../http/shared/quote.ts";
import { toError } from "../../../protocol/errors.ts";
import { AuthorizationError } from "../errors.ts";
import { formatUrl } from "../fetch/safe-url.ts";
import { fetchDocument, type DocumentRequest, type Found } from "./document.ts";
import { isTrue, textOf, textsOf } from "./read-json.ts";
import { isResourceOf } from "./resource.ts";
import { validScopes } from "./scope-list.ts";
import { resourceMetadataUrls } from "./well-known.ts";

/** Protected resource metadata of a server. */
export interface ResourceDocument {
  /** Resource identifier, byte for byte as in the document. */
  readonly resource: string;
  /** Issuers in the order of the document; empty if it lists none. */
  readonly authorizationServers: readonly string[];
  readonly scopesSupported: readonly string[] | undefined;
  /** True if the server only accepts DPoP-bound tokens. */
  readonly needsDpop: boolean;
}

/** Result of the search for metadata. */
export type ResourceFound =
  | {
      readonly kind: "found";
      readonly metadata: ResourceDocument;
      /** Problems with the URL in the challenge. */
      readonly warnings: readonly string[];
    }
  | {
      readonly kind: "absent";
      /** One reason for each requested URL. */
      readonly why: readonly string[];
      readonly isPlain: boolean;
    };

/**
 * Finds the protected resource metadata of a server: at the URL in its
 * challenge, then at the well-known URL for its path, then at the root. Throws
 * an AuthorizationError if the metadata are for another resource.
 *
 * @see {@link
 * https://modelcontextprotocol.io/specification/draft/basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements
 * | Protected Resource Metadata Discovery}
 */
export async function findResourceMetadata(
  server: URL,
  named: string | undefined,
  asking: DocumentRequest,
): Promise<ResourceFound> {
  const why: string[] = [];
  const warnings: string[] = [];
  let isPlain = true;
  const first =
    named === undefined ? undefined : namedUrl(server, named, asking);
  if (typeof first === "string") warnings.push(first);
  for (const url of urlsOf(server, first)) {
    const isForeign = url.origin !== server.origin;
    const found = await (isForeign ? fetchForeign : fetchDocument)(url, asking);
    const metadata = readFound(found, url, server);
    if (metadata) return { kind: "found", metadata, warnings };
    const isAbsent = found.kind === "absent";
    const reason = isAbsent ? found.why : `${formatUrl(url)} names no resource`;
    if (isAbsent) isPlain &&= found.isPlain;
    if (url === first) warnings.push(reason);
    why.push(reason);
  }
  return { kind: "absent", why: [...new Set([...warnings, ...why])], isPlain };
}

/**
 * Returns the URL in a challenge, or the reason why it is not requested. An
 * invalid URL is not fatal: a proxy may have changed https to http, and the
 * well-known URLs remain.
 */
function namedUrl(
  server: URL,
  named: string,
  { fetch }: DocumentRequest,
): URL | string {
  const what = "resource_metadata of the challenge";
  const { href } = server;
  const text = URL.canParse(named, href) ? new URL(named, href).href : named;
  try {
    return fetch.check(text, what);
  } catch (error) {
    return toError(error).message;
  }
}

function urlsOf(server: URL, first: URL | string | undefined): readonly URL[] {
  const urls = resourceMetadataUrls(server);
  if (!(first instanceof URL)) return urls;
  return [first, ...urls.filter(({ href }) => href !== first.href)];
}

/**
 * Requests metadata from another host. If that fails, the server's well-known
 * URLs are tried. Does not send the protocol version.
 */
async function fetchForeign(url: URL, asking: DocumentRequest): Promise<Found> {
  try {
    return await fetchDocument(url, { ...asking, revision: undefined });
  } catch (error) {
    return { kind: "absent", why: toError(error).message, isPlain: false };
  }
}

function readFound(
  found: Found,
  url: URL,
  server: URL,
): ResourceDocument | undefined {
  if (found.kind === "absent") return undefined;
  const { document } = found;
  const resource = textOf(document, "resource");
  const authorizationServers = textsOf(document, "authorization_servers") ?? [];
  if (resource === undefined && authorizationServers.length === 0)
    return undefined;
  if (resource === undefined || !isResourceOf(resource, server))
    throw new AuthorizationError(
      "discovery",
      `the metadata at ${formatUrl(url)} are for the resource ` +
        `${quote(resource)}, not for ${formatUrl(server)}: ` +
        "no token is requested for another resource",
    );
  return { resource, authorizationServers, ...readRest(document) };
}

function readRest(
  document: JsonObject,
): Pick<ResourceDocument, "scopesSupported" | "needsDpop"> {
  const scopes = textsOf(document, "scopes_supported");
  return {
    scopesSupported: scopes && validScopes(scopes),
    needsDpop: isTrue(document, "dpop_bound_access_tokens_required"),
  };
}
