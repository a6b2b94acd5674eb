import {
  authorize,
  back,
  introspect,
  metadata,
  metadataPath,
  register,
  revoke,
} from "./endpoints.ts";
import { token } from "./grants.ts";
import type {
  AuthorizationServerOptions,
  EndpointName,
  KnownClient,
  Replacements,
  TrustedIssuer,
} from "./options.ts";
import { Refusal } from "./refusal.ts";
import {
  startScripted,
  type Asked,
  type ScriptedHttp,
  type Told,
} from "./scripted-http.ts";
import {
  activeToken,
  issueTokens,
  type AuthorizationState,
  type IssuedTokens,
  type IssueOptions,
} from "./state.ts";
import { signingKey, type Grant, type IssuedToken } from "./tokens.ts";

/** An authorization server on loopback that a test holds in its hands. */
export interface AuthorizationServer extends ScriptedHttp, TrustedIssuer {
  readonly jwksUri: string;
  /** Where the endpoints are: this, and `/authorize`, `/token` … */
  readonly base: string;
  /** What answers in place of endpoints; it can be changed at any time. */
  readonly answers: Replacements;
  /** Its clients by their ids: those of the options, and who registered. */
  readonly clients: Map<string, KnownClient>;
  /** What an endpoint was asked, oldest first. */
  asked(endpoint: EndpointName): Asked[];
  /** What the token endpoint was asked with a grant, such as `refresh_token`. */
  granted(grantType: string): Asked[];
  /** Makes tokens without a login. */
  issue(grant?: Partial<Grant>, options?: IssueOptions): Promise<IssuedTokens>;
  /** What an access token is good for now. */
  active(token: string): IssuedToken | undefined;
  /** Takes back all that was granted: no token is good, old or new. */
  revokeGrants(): void;
  /** Lets access tokens expire; refresh tokens stay good. */
  expireTokens(): void;
  /** Signs with a new key from now on; the old ones stay in the JWKS unless they are dropped. */
  rotateKeys(options?: { readonly dropOld?: boolean }): Promise<void>;
  /** Demands this nonce of proofs of possession. */
  demandNonce(nonce: string | undefined): void;
  /** Redirects to the client, for a replacement of `authorize`. */
  back(url: URL, said: Readonly<Record<string, string | undefined>>): Told;
}

/** Starts an authorization server, which ends with the test. */
export async function startAuthorizationServer(
  options: AuthorizationServerOptions = {},
): Promise<AuthorizationServer> {
  const { issuerPath = "", answers = {}, endpointsAtRoot = false } = options;
  const log: { endpoint: EndpointName; asked: Asked }[] = [];
  const replaced: Replacements = { ...answers };
  const http = await startScripted(async (asked) => {
    const endpoint = endpointOf(asked, options);
    log.push({ endpoint, asked });
    const usual = (): Promise<Told> => usualAnswer(state, endpoint, asked);
    return replaced[endpoint]?.(asked, usual) ?? usual();
  }, options);
  const base = http.origin + (endpointsAtRoot ? "" : issuerPath);
  const state: AuthorizationState = {
    options,
    issuer: http.origin + issuerPath,
    base,
    keys: [await signingKey()],
    clients: new Map(options.clients?.map((client) => [client.id, client])),
    codes: new Map(),
    refreshTokens: new Map(),
    accessTokens: new Map(),
    proofs: new Set(),
    nonce: options.dpopNonce,
  };
  const asked = (wanted: EndpointName): Asked[] =>
    log
      .filter(({ endpoint }) => endpoint === wanted)
      .map((entry) => entry.asked);
  return {
    ...http,
    base,
    asked,
    issuer: state.issuer,
    jwksUri: `${base}/jwks`,
    answers: replaced,
    clients: state.clients,
    get publicKey() {
      const [key] = state.keys;
      if (key === undefined) throw new Error("no key to sign with");
      return key.publicKey;
    },
    granted: (grantType) =>
      asked("token").filter(({ form }) => form.get("grant_type") === grantType),
    issue: (grant, issued) =>
      issueTokens(state, { ...aGrant, ...grant }, issued),
    active: (text) => activeToken(state, text),
    revokeGrants() {
      for (const { grant } of state.accessTokens.values())
        grant.isRevoked = true;
      for (const { grant } of state.refreshTokens.values())
        grant.isRevoked = true;
    },
    expireTokens: () => state.accessTokens.clear(),
    async rotateKeys({ dropOld = false } = {}) {
      if (dropOld) state.keys.length = 0;
      state.keys.unshift(await signingKey());
    },
    demandNonce: (nonce) => void (state.nonce = nonce),
    back: (url, said) => back(state, url, said),
  };
}

const aGrant: Grant = {
  subject: "ada",
  clientId: "client",
  scopes: [],
  resource: undefined,
  jkt: undefined,
  isRevoked: false,
};

const byPath: Readonly<Record<string, EndpointName>> = {
  "/authorize": "authorize",
  "/token": "token",
  "/register": "register",
  "/introspect": "introspect",
  "/revoke": "revoke",
  "/jwks": "jwks",
};

function endpointOf(
  { url: { pathname } }: Asked,
  {
    issuerPath = "",
    endpointsAtRoot = false,
    metadata: forms = ["oauth"],
  }: AuthorizationServerOptions,
): EndpointName {
  if (forms.some((form) => metadataPath(form, issuerPath) === pathname))
    return "metadata";
  const before = endpointsAtRoot ? "" : issuerPath;
  if (!pathname.startsWith(before)) return "other";
  return byPath[pathname.slice(before.length)] ?? "other";
}

async function usualAnswer(
  state: AuthorizationState,
  endpoint: EndpointName,
  asked: Asked,
): Promise<Told> {
  try {
    switch (endpoint) {
      case "metadata":
        return metadata(state);
      case "jwks":
        return { body: { keys: state.keys.map(({ jwk }) => jwk) } };
      case "authorize":
        return authorize(state, asked);
      case "token":
        return await token(state, asked);
      case "register":
        return register(state, asked);
      case "introspect":
        return await introspect(state, asked);
      case "revoke":
        return await revoke(state, asked);
      case "other":
        return { status: 404, body: "Not Found" };
    }
  } catch (error) {
    if (error instanceof Refusal) return error.told;
    throw error;
  }
}
