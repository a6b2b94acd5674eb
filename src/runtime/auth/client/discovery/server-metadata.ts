import type { JsonObject } from "../../../protocol/message.ts";
import type { AuthorizationServer } from "oauth4webapi";
import { quote } from "../../../http/shared/quote.ts";
import type { SafeFetch } from "../fetch/safe-fetch.ts";
import { formatUrl } from "../fetch/safe-url.ts";
import { fetchDocument, type DocumentRequest } from "./document.ts";
import { isTrue, textOf, textsOf } from "./read-json.ts";
import { serverMetadataUrls } from "./well-known.ts";

/** Result of the search for authorization server metadata. */
export type ServerFound =
  | { readonly kind: "found"; readonly server: AuthorizationServer }
  | {
      readonly kind: "absent";
      /** One reason for each requested URL. */
      readonly why: readonly string[];
      readonly isPlain: boolean;
    };

/**
 * Finds the metadata of an authorization server at its well-known URLs.
 * Metadata with another issuer are rejected; the comparison is byte by byte.
 * `issuers` are spellings with the same well-known URLs; the first one is
 * requested. Metadata without the `needed` endpoint are skipped. Does not use
 * oauth4webapi, which supports only two of the three URLs and normalizes
 * issuers before it compares them.
 *
 * @see {@link
 * https://modelcontextprotocol.io/specification/draft/basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery
 * | Authorization Server Metadata Discovery}
 */
export async function findServerMetadata(
  issuers: readonly [string, ...string[]],
  asking: DocumentRequest,
  needed?: ServerEndpoint,
): Promise<ServerFound> {
  const [issuer] = issuers;
  const base = asking.fetch.check(issuer, "the issuer");
  const why: string[] = [];
  let isPlain = true;
  for (const url of serverMetadataUrls(base)) {
    const found = await fetchDocument(url, asking);
    if (found.kind === "absent") {
      isPlain &&= found.isPlain;
      why.push(found.why);
      continue;
    }
    const said = textOf(found.document, "issuer");
    if (said !== undefined && issuers.includes(said)) {
      const server = readServer(found.document, said, asking.fetch);
      if (!needed || server[needed]) return { kind: "found", server };
      why.push(`${formatUrl(url)} has no ${needed}`);
    } else
      why.push(
        said === undefined
          ? `${formatUrl(url)} has no issuer`
          : `${formatUrl(url)} has the issuer ${quote(said)} instead of ${quote(issuer)}`,
      );
    isPlain = false;
  }
  return { kind: "absent", why, isPlain };
}

const endpoints = [
  "authorization_endpoint",
  "token_endpoint",
  "registration_endpoint",
  "revocation_endpoint",
  "introspection_endpoint",
  "pushed_authorization_request_endpoint",
  "jwks_uri",
] as const;

/** Endpoint in authorization server metadata. */
export type ServerEndpoint = (typeof endpoints)[number];

const lists = [
  "scopes_supported",
  "response_types_supported",
  "grant_types_supported",
  "token_endpoint_auth_methods_supported",
  "token_endpoint_auth_signing_alg_values_supported",
  "revocation_endpoint_auth_methods_supported",
  "code_challenge_methods_supported",
  "dpop_signing_alg_values_supported",
] as const;

const flags = [
  "authorization_response_iss_parameter_supported",
  "client_id_metadata_document_supported",
] as const;

/** Returns the known members that have the correct type; drops all others. */
function readServer(
  document: JsonObject,
  issuer: string,
  fetch: SafeFetch,
): AuthorizationServer {
  const server: Record<string, string | string[] | boolean> = { issuer };
  for (const name of endpoints) {
    const url = textOf(document, name);
    if (url === undefined) continue;
    fetch.check(url, `${name} of ${quote(issuer)}`);
    server[name] = url;
  }
  for (const name of lists) {
    const list = textsOf(document, name);
    if (list) server[name] = [...list];
  }
  for (const name of flags) if (isTrue(document, name)) server[name] = true;
  return { ...server, issuer };
}
