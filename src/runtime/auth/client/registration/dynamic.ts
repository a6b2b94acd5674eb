import type { JsonObject } from "../../../protocol/message.ts";
import type { AuthorizationServer } from "oauth4webapi";
import { quote } from "../../../http/shared/quote.ts";
import { excerpt } from "../../../protocol/errors.ts";
import {
  defined,
  isTrue,
  jsonObject,
  textOf,
  textsOf,
} from "../discovery/read-json.ts";
import { AuthorizationError, describeRefusal } from "../errors.ts";
import type { SafeFetch, SafeResponse } from "../fetch/safe-fetch.ts";
import type { ClientMetadata } from "./client-metadata.ts";
import type { StoredClient } from "./kept.ts";

/** Authorization server to register at, and the fetch to use. */
export interface Registrar {
  readonly server: AuthorizationServer;
  readonly fetch: SafeFetch;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Registers a client. If the server rejects the metadata, retries with fewer
 * fields; if it rejects the redirect URI, retries with the other application
 * type. Does not use oauth4webapi, which rejects responses with status 200 and
 * secrets without an expiry. Throws an AuthorizationError.
 *
 * @see {@link
 * https://modelcontextprotocol.io/specification/draft/basic/authorization/client-registration#dynamic-client-registration
 * | Dynamic Client Registration}
 */
export async function registerClient(
  metadata: ClientMetadata,
  registrar: Registrar,
): Promise<StoredClient> {
  const { issuer, registration_endpoint: url } = registrar.server;
  if (url === undefined)
    throw new AuthorizationError(
      "registration",
      `the authorization server ${quote(issuer)} does not register clients: ` +
        'register one there, and set it as "client"',
      { issuer },
    );
  const first = await send(url, metadata, registrar);
  let answer = first;
  let said = metadata;
  for (;;) {
    const client = readAnswer(answer, said);
    if (client) return client;
    const other = adjusted(said, metadata, codeOf(answer));
    if (!other) throw refusal(registrar.server, first);
    said = other;
    answer = await send(url, said, registrar);
  }
}

function send(
  url: string,
  metadata: ClientMetadata,
  { fetch, signal }: Registrar,
): Promise<SafeResponse> {
  return fetch({
    url,
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify(metadata),
    signal,
  });
}

/**
 * Returns the registered client, or undefined if the response contains none.
 */
function readAnswer(
  { status, text }: SafeResponse,
  metadata: ClientMetadata,
): StoredClient | undefined {
  const answer =
    status === 200 || status === 201 ? jsonObject(text) : undefined;
  const id = answer && textOf(answer, "client_id");
  if (answer === undefined || id === undefined) return undefined;
  const expiresAt = answer["client_secret_expires_at"];
  return {
    id,
    ...defined("secret", textOf(answer, "client_secret")),
    ...(typeof expiresAt === "number" && { secretExpiresAt: expiresAt }),
    ...defined("method", textOf(answer, "token_endpoint_auth_method")),
    redirectUris: union(
      metadata.redirect_uris,
      textsOf(answer, "redirect_uris") ?? [],
    ),
    ...defined("scopes", scopesOf(answer, metadata)),
  };
}

/**
 * Returns the scopes of a registration. Requested scopes count even if the
 * server granted fewer; otherwise the next login would register again.
 */
function scopesOf(
  answer: JsonObject,
  { scope }: ClientMetadata,
): readonly string[] | undefined {
  if (scope === undefined) return undefined;
  const granted = textOf(answer, "scope") ?? "";
  return union(scope.split(" "), granted.split(" ").filter(Boolean));
}

function union(some: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...some, ...more])];
}

/**
 * Returns the metadata for a retry after an error code, or undefined. Drops the
 * refresh token grant last: without it, users have to log in repeatedly.
 */
function adjusted(
  said: ClientMetadata,
  first: ClientMetadata,
  code: string | undefined,
): ClientMetadata | undefined {
  switch (code) {
    case "invalid_redirect_uri": {
      if (said.application_type !== first.application_type) return undefined;
      const isNative = said.application_type === "native";
      return { ...said, application_type: isNative ? "web" : "native" };
    }
    // Keycloak sends this code for scopes that a client may not register.
    case "insufficient_scope":
    case "invalid_scope": {
      const { scope, ...rest } = said;
      return scope === undefined ? undefined : rest;
    }
    case "invalid_client_metadata": {
      const { scope, ...rest } = said;
      if (scope !== undefined) return rest;
      const grant_types = ["authorization_code"];
      return rest.grant_types.length > 1 ? { ...rest, grant_types } : undefined;
    }
    default:
      return undefined;
  }
}

function codeOf({ status, text }: SafeResponse): string | undefined {
  const answer = status >= 400 && status < 500 ? jsonObject(text) : undefined;
  return answer && textOf(answer, "error");
}

function refusal(
  server: AuthorizationServer,
  response: SafeResponse,
): AuthorizationError {
  const { issuer } = server;
  const { status, text } = response;
  const code = codeOf(response);
  const answer = jsonObject(text);
  const description = answer && textOf(answer, "error_description");
  // A response with status 200 that cannot be used may contain a secret.
  const said = status >= 400 && text !== "" ? `: ${excerpt(text, 200)}` : "";
  const what = code
    ? describeRefusal(code, description)
    : `it answers with status ${status}${said}`;
  const told = isTrue(server, "endpoints_are_assumed")
    ? `the server ${quote(issuer)} has no authorization metadata, and did not register this client at the default endpoint: ${what}; ` +
      'if it accepts another kind of token, use "bearer"'
    : `the authorization server ${quote(issuer)} did not register this client: ${what}; ` +
      'register one there manually, and set it as "client"';
  return new AuthorizationError("registration", told, { issuer, code });
}
