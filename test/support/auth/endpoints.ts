import { clientOf, findClient, grantTypes } from "./grants.ts";
import type { ClientMethod, KnownClient, MetadataForm } from "./options.ts";
import { Refusal } from "./refusal.ts";
import type { Asked, Told } from "./scripted-http.ts";
import {
  activeToken,
  randomText,
  scopesOf,
  type AuthorizationState,
} from "./state.ts";

/** Where metadata of an issuer are, in each form. */
export function metadataPath(form: MetadataForm, issuerPath: string): string {
  switch (form) {
    case "oauth":
      return `/.well-known/oauth-authorization-server${issuerPath}`;
    case "openid-inserted":
      return `/.well-known/openid-configuration${issuerPath}`;
    case "openid-appended":
      return `${issuerPath}/.well-known/openid-configuration`;
    case "origin":
      return "/.well-known/oauth-authorization-server";
  }
}

export function metadata({ options, issuer, base }: AuthorizationState): Told {
  const { registration = true, clientDocuments, iss = true } = options;
  const body = {
    issuer,
    authorization_endpoint: `${base}/authorize`,
    token_endpoint: `${base}/token`,
    jwks_uri: `${base}/jwks`,
    introspection_endpoint: `${base}/introspect`,
    revocation_endpoint: `${base}/revoke`,
    ...(registration && { registration_endpoint: `${base}/register` }),
    response_types_supported: ["code"],
    grant_types_supported: Object.values(grantTypes),
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: [
      "none",
      "client_secret_basic",
      "client_secret_post",
      "private_key_jwt",
    ],
    token_endpoint_auth_signing_alg_values_supported: ["ES256", "RS256"],
    dpop_signing_alg_values_supported: ["ES256"],
    ...(clientDocuments && { client_id_metadata_document_supported: true }),
    ...(iss !== false && {
      authorization_response_iss_parameter_supported: true,
    }),
    ...(options.scopesSupported && {
      scopes_supported: options.scopesSupported,
    }),
    ...options.metadataFields,
  };
  return { body };
}

/** Sends the person back at once: whoever comes is logged in and consents. */
export function authorize(state: AuthorizationState, { url }: Asked): Told {
  const { searchParams: query } = url;
  const client = findClient(state, query.get("client_id") ?? "");
  if (client === undefined) return { status: 400, body: "unknown client" };
  const redirectUri = query.get("redirect_uri") ?? "";
  if (!(client.redirectUris ?? []).some((known) => matches(known, redirectUri)))
    return { status: 400, body: "unknown redirect_uri" };
  const challenge = query.get("code_challenge");
  if (query.get("response_type") !== "code" || challenge === null)
    return back(state, url, { error: "invalid_request" });
  if (query.get("code_challenge_method") !== "S256")
    return back(state, url, { error: "invalid_request" });
  const wanted = scopesOf(query.get("scope"));
  const code = randomText();
  state.codes.set(code, {
    grant: {
      subject: "ada",
      clientId: client.id,
      scopes: state.options.grant?.(wanted) ?? wanted,
      resource: query.get("resource") ?? undefined,
      jkt: undefined,
      isRevoked: false,
    },
    redirectUri,
    challenge,
    isUsed: false,
  });
  return back(state, url, { code });
}

/**
 * Redirects to the client with what is said, `state` and, where it is promised,
 * `iss`; what is given wins, and what is undefined is left out.
 */
export function back(
  { options: { iss = true }, issuer }: AuthorizationState,
  { searchParams: query }: URL,
  said: Readonly<Record<string, string | undefined>>,
): Told {
  const target = new URL(query.get("redirect_uri") ?? "");
  const all: Readonly<Record<string, string | undefined>> = {
    state: query.get("state") ?? undefined,
    iss: iss === false ? undefined : iss === true ? issuer : iss,
    ...said,
  };
  for (const [name, value] of Object.entries(all))
    if (value !== undefined) target.searchParams.set(name, value);
  return { status: 302, headers: { location: target.href } };
}

/** A loopback address may have any port (RFC 8252, 7.3). */
function matches(known: string, shown: string): boolean {
  if (known === shown) return true;
  if (!URL.canParse(known) || !URL.canParse(shown)) return false;
  const [one, other] = [new URL(known), new URL(shown)];
  if (!["127.0.0.1", "[::1]"].includes(one.hostname)) return false;
  one.port = other.port = "";
  return one.href === other.href;
}

export function register(state: AuthorizationState, { text }: Asked): Told {
  const { options, clients } = state;
  if (options.registration === false) return { status: 404 };
  const asked = JSON.parse(text) as {
    redirect_uris?: string[];
    grant_types?: string[];
    token_endpoint_auth_method?: ClientMethod;
  };
  const redirectUris = asked.redirect_uris ?? [];
  const needsRedirect = asked.grant_types?.includes("authorization_code");
  if (needsRedirect !== false && redirectUris.length === 0)
    throw new Refusal("invalid_redirect_uri", "there is none");
  const method =
    options.registeredMethod ??
    asked.token_endpoint_auth_method ??
    "client_secret_basic";
  const hasSecret = method.startsWith("client_secret");
  const client: KnownClient = {
    id: randomText(),
    method,
    redirectUris,
    ...(hasSecret && { secret: randomText() }),
  };
  clients.set(client.id, client);
  const body = {
    ...asked,
    client_id: client.id,
    client_id_issued_at: Math.floor(Date.now() / 1_000),
    token_endpoint_auth_method: method,
    ...(hasSecret && {
      client_secret: client.secret,
      client_secret_expires_at: 0,
    }),
  };
  return { status: 201, body };
}

/** Tells an authenticated client what a token is good for (RFC 7662). */
export async function introspect(
  state: AuthorizationState,
  asked: Asked,
): Promise<Told> {
  await clientOf(state, asked);
  const issued = activeToken(state, asked.form.get("token") ?? "");
  if (issued === undefined) return { body: { active: false } };
  const { grant, scopes, expiresAt } = issued;
  return {
    body: {
      active: true,
      iss: state.issuer,
      sub: grant.subject,
      aud: grant.resource,
      client_id: grant.clientId,
      scope: scopes.join(" "),
      exp: Math.floor(expiresAt / 1_000),
      token_type: grant.jkt === undefined ? "Bearer" : "DPoP",
      ...(grant.jkt !== undefined && { cnf: { jkt: grant.jkt } }),
    },
  };
}

/** Takes back the grant of a token (RFC 7009); an unknown one is fine. */
export async function revoke(
  state: AuthorizationState,
  asked: Asked,
): Promise<Told> {
  const client = await clientOf(state, asked);
  const token = asked.form.get("token") ?? "";
  const { refreshTokens, accessTokens } = state;
  const grant = (refreshTokens.get(token) ?? accessTokens.get(token))?.grant;
  if (grant?.clientId === client.id) grant.isRevoked = true;
  return { status: 200 };
}
