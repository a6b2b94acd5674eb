import { quote } from "../../../http/shared/quote.ts";
import { AuthorizationError } from "../errors.ts";
import { shownUrl } from "../safe-url.ts";
import { askDocument, type Asking, type Found } from "./document.ts";
import { isTrue, textOf, textsOf, type JsonObject } from "./read-json.ts";
import { isResourceOf } from "./resource.ts";
import { soundScopes } from "./scope-list.ts";
import { resourceMetadataUrls } from "./well-known.ts";

/** What a server says of itself as a protected resource. */
export interface ResourceMetadata {
  /** As it stands there, byte for byte. */
  readonly resource: string;
  /** Issuers, in the order of the document; none where it names none. */
  readonly authorizationServers: readonly string[];
  readonly scopesSupported: readonly string[] | undefined;
  /** Whether the server takes no token without a proof. */
  readonly needsDpop: boolean;
}

/** The metadata, or why there are none. */
export type ResourceFound =
  | { readonly kind: "found"; readonly metadata: ResourceMetadata }
  | {
      readonly kind: "absent";
      /** For each URL that was asked. */
      readonly why: readonly string[];
      readonly isPlain: boolean;
    };

/**
 * Finds a server's protected resource metadata: where its challenge says, then at
 * the path of its URL, then at the root. Throws an AuthorizationError when they are of
 * another resource: they lead nobody anywhere then.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements | Protected Resource Metadata Discovery}
 */
export async function findResourceMetadata(
  server: URL,
  named: string | undefined,
  asking: Asking,
): Promise<ResourceFound> {
  const why: string[] = [];
  let isPlain = true;
  for (const url of urlsOf(server, named, asking)) {
    const isOwn = url.origin === server.origin;
    const { revision } = asking;
    const found = await askDocument(url, {
      ...asking,
      revision: isOwn ? revision : undefined,
    });
    const metadata = readFound(found, url, server);
    if (metadata) return { kind: "found", metadata };
    if (found.kind === "absent") isPlain &&= found.isPlain;
    why.push(
      found.kind === "absent"
        ? found.why
        : `${shownUrl(url)} names no resource`,
    );
  }
  return { kind: "absent", why, isPlain };
}

function urlsOf(
  server: URL,
  named: string | undefined,
  { fetch }: Asking,
): URL[] {
  const urls = resourceMetadataUrls(server);
  if (named === undefined) return urls;
  const first = fetch.check(named, "resource_metadata of the challenge");
  return [first, ...urls.filter(({ href }) => href !== first.href)];
}

function readFound(
  found: Found,
  url: URL,
  server: URL,
): ResourceMetadata | undefined {
  if (found.kind === "absent") return undefined;
  const { document } = found;
  const resource = textOf(document, "resource");
  const authorizationServers = textsOf(document, "authorization_servers") ?? [];
  if (resource === undefined && authorizationServers.length === 0)
    return undefined;
  if (resource === undefined || !isResourceOf(resource, server))
    throw new AuthorizationError(
      "discovery",
      `the metadata at ${shownUrl(url)} are of the resource ` +
        `${quote(resource)}, and not of ${shownUrl(server)}: ` +
        "a token for another is not asked for",
    );
  return { resource, authorizationServers, ...readRest(document) };
}

function readRest(
  document: JsonObject,
): Pick<ResourceMetadata, "scopesSupported" | "needsDpop"> {
  const scopes = textsOf(document, "scopes_supported");
  return {
    scopesSupported: scopes && soundScopes(scopes),
    needsDpop: isTrue(document, "dpop_bound_access_tokens_required"),
  };
}
