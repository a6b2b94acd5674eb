import { createHash } from "node:crypto";
import { decodeJwt, jwtVerify, SignJWT } from "jose";
import { authenticated, methodOf } from "./client-authentication.ts";
import { provenKey } from "./dpop.ts";
import type { KnownClient } from "./options.ts";
import { Refusal } from "./refusal.ts";
import type { Asked, Told } from "./scripted-http.ts";
import {
  issueTokens,
  randomText,
  scopesOf,
  type AuthorizationState,
} from "./state.ts";
import type { Grant } from "./tokens.ts";

export const grantTypes = {
  code: "authorization_code",
  refresh: "refresh_token",
  client: "client_credentials",
  assertion: "urn:ietf:params:oauth:grant-type:jwt-bearer",
  exchange: "urn:ietf:params:oauth:grant-type:token-exchange",
} as const;

const idJag = "urn:ietf:params:oauth:token-type:id-jag";

/** The token endpoint. Throws a Refusal. */
export async function token(
  state: AuthorizationState,
  asked: Asked,
): Promise<Told> {
  const { form } = asked;
  const jkt = await provenKey(asked, {
    seen: state.proofs,
    nonce: state.nonce,
  });
  switch (form.get("grant_type")) {
    case grantTypes.code:
      return tokensOfCode(state, asked, jkt);
    case grantTypes.refresh:
      return refreshed(state, asked, jkt);
    case grantTypes.client: {
      const client = await clientOf(state, asked);
      if (client.method === "none")
        throw new Refusal("unauthorized_client", "a public client");
      const grant = grantOf(state, asked, client.id, client.id, jkt);
      return secret(await issueTokens(state, grant));
    }
    case grantTypes.assertion:
      return tokensOfAssertion(state, asked, jkt);
    case grantTypes.exchange:
      return exchanged(state, asked);
    default:
      throw new Refusal("unsupported_grant_type", "unknown");
  }
}

async function tokensOfCode(
  state: AuthorizationState,
  asked: Asked,
  jkt: string | undefined,
): Promise<Told> {
  const client = await clientOf(state, asked);
  const { form } = asked;
  const code = state.codes.get(form.get("code") ?? "");
  if (code === undefined || code.grant.clientId !== client.id)
    throw new Refusal("invalid_grant", "unknown code");
  const { grant, redirectUri, challenge } = code;
  if (code.isUsed) {
    grant.isRevoked = true;
    throw new Refusal("invalid_grant", "the code was used");
  }
  code.isUsed = true;
  if (form.get("redirect_uri") !== redirectUri)
    throw new Refusal("invalid_grant", "another redirect_uri");
  if (s256(form.get("code_verifier") ?? "") !== challenge)
    throw new Refusal("invalid_grant", "the verifier does not match");
  if ((form.get("resource") ?? undefined) !== grant.resource)
    throw new Refusal("invalid_target", "another resource");
  grant.jkt = jkt;
  return secret(
    await issueTokens(state, grant, {
      hasRefreshToken: hasRefreshToken(state, grant),
    }),
  );
}

function hasRefreshToken(
  { options: { refreshTokens = true } }: AuthorizationState,
  { scopes }: Grant,
): boolean {
  if (refreshTokens === "offline") return scopes.includes("offline_access");
  return refreshTokens;
}

async function refreshed(
  state: AuthorizationState,
  asked: Asked,
  jkt: string | undefined,
): Promise<Told> {
  const client = await clientOf(state, asked);
  const { form } = asked;
  const text = form.get("refresh_token") ?? "";
  const known = state.refreshTokens.get(text);
  const grant = known?.grant;
  if (!known || !grant || grant.clientId !== client.id || grant.isRevoked)
    throw new Refusal("invalid_grant", "unknown refresh token");
  if (known.isSpent) {
    // Somebody has it who should not: nobody keeps anything.
    grant.isRevoked = true;
    throw new Refusal("invalid_grant", "the refresh token was spent");
  }
  if (grant.jkt !== jkt) throw new Refusal("invalid_grant", "another key");
  const resource = form.get("resource");
  if (resource !== null && resource !== grant.resource)
    throw new Refusal("invalid_target", "another resource");
  const scopes = form.has("scope") ? scopesOf(form.get("scope")) : grant.scopes;
  if (scopes.some((scope) => !grant.scopes.includes(scope)))
    throw new Refusal("invalid_scope", "more than was granted");
  const rotates = state.options.rotation !== false;
  known.isSpent = rotates;
  return secret(
    await issueTokens(state, grant, { scopes, hasRefreshToken: rotates }),
  );
}

async function tokensOfAssertion(
  state: AuthorizationState,
  asked: Asked,
  jkt: string | undefined,
): Promise<Told> {
  const { form } = asked;
  // A workload has no client: its assertion says who it is.
  const isAnonymous = methodOf(asked) === "none" && !form.has("client_id");
  const client = isAnonymous ? undefined : await clientOf(state, asked);
  const assertion = form.get("assertion") ?? "";
  try {
    const { iss } = decodeJwt(assertion);
    const trusted = state.options.trusts?.find(({ issuer }) => issuer === iss);
    if (trusted === undefined) throw new Error("nobody trusts its issuer");
    const { payload } = await jwtVerify(assertion, trusted.publicKey, {
      audience: [state.issuer, `${state.base}/token`],
      requiredClaims: ["exp", "sub"],
    });
    const { client_id: clientId, resource } = payload;
    if (clientId !== undefined && clientId !== client?.id)
      throw new Error("it was given to another client");
    const grant = grantOf(
      state,
      asked,
      client?.id ?? String(payload.sub),
      String(payload.sub),
      jkt,
    );
    return secret(
      await issueTokens(state, {
        ...grant,
        resource: typeof resource === "string" ? resource : grant.resource,
      }),
    );
  } catch (error) {
    throw new Refusal("invalid_grant", String(error));
  }
}

/** An identity provider's part: a token of a person for an assertion at another server. */
async function exchanged(
  state: AuthorizationState,
  asked: Asked,
): Promise<Told> {
  const client = await clientOf(state, asked);
  const { form } = asked;
  const subject =
    state.options.subjectTokens?.[form.get("subject_token") ?? ""];
  if (subject === undefined)
    throw new Refusal("invalid_grant", "unknown subject token");
  if (form.get("requested_token_type") !== idJag)
    throw new Refusal("invalid_request", "unknown requested_token_type");
  const [key] = state.keys;
  if (key === undefined) throw new Error("no key to sign with");
  const claims = {
    sub: subject,
    aud: form.get("audience") ?? "",
    resource: form.get("resource"),
    client_id: client.id,
    jti: randomText(),
    scope: form.get("scope") ?? undefined,
  };
  const issued = await new SignJWT(claims)
    .setProtectedHeader({
      alg: "ES256",
      typ: "oauth-id-jag+jwt",
      kid: key.kid,
    })
    .setIssuer(state.issuer)
    .setIssuedAt()
    .setExpirationTime("5m")
    .sign(key.privateKey);
  return secret({
    access_token: issued,
    issued_token_type: idJag,
    token_type: "N_A",
    expires_in: 300,
  });
}

/** Throws a Refusal for who is no client of this server. */
export function clientOf(
  state: AuthorizationState,
  asked: Asked,
): Promise<KnownClient> {
  const audiences = [state.issuer, `${state.base}/token`];
  return authenticated(asked, (id) => findClient(state, id), audiences);
}

/** A client that is registered, or whose id is the URL of a document about it. */
export function findClient(
  { clients, options }: AuthorizationState,
  id: string,
): KnownClient | undefined {
  const document = options.clientDocuments?.[id] as
    | {
        client_id?: unknown;
        redirect_uris?: string[];
        jwks?: KnownClient["jwks"];
      }
    | undefined;
  if (document === undefined) return clients.get(id);
  if (document.client_id !== id) return undefined;
  return {
    id,
    method: document.jwks ? "private_key_jwt" : "none",
    ...(document.jwks && { jwks: document.jwks }),
    redirectUris: document.redirect_uris ?? [],
  };
}

function grantOf(
  { options }: AuthorizationState,
  { form }: Asked,
  clientId: string,
  subject: string,
  jkt: string | undefined,
): Grant {
  const wanted = scopesOf(form.get("scope"));
  return {
    subject,
    clientId,
    scopes: options.grant?.(wanted) ?? wanted,
    resource: form.get("resource") ?? undefined,
    jkt,
    isRevoked: false,
  };
}

function s256(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

/** An answer that no cache may keep. */
function secret(body: object): Told {
  return { body, headers: { "cache-control": "no-store" } };
}
