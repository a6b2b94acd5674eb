import * as oauth from "oauth4webapi";
import { quote } from "../../../http/shared/quote.ts";
import { AuthorizationError, describeRefusal } from "../errors.ts";
import type { SafeFetch } from "../fetch/safe-fetch.ts";
import { needsConsent } from "../scopes.ts";

/**
 * Login state that is stored before the redirect, to validate the callback
 * with.
 */
export interface PendingLogin {
  readonly state: string;
  readonly verifier: string;
  /** Authorization server and its metadata. The callback must come from it. */
  readonly server: oauth.AuthorizationServer;
  readonly resource: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly clientId: string;
}

/** Parameters of an authorization request. */
export interface AuthorizationRequest extends Omit<
  PendingLogin,
  "state" | "verifier"
> {
  /** Validates the URL to open in a browser. */
  readonly fetch: SafeFetch;
  /**
   * Additional query parameters. Parameters of the login itself take
   * precedence.
   */
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Prepares a login. Returns the URL to open in a browser and the state to
 * store. Throws an AuthorizationError if the authorization server does not
 * support PKCE with S256, and an UnsafeUrlError if its authorization endpoint
 * is not a safe web URL.
 *
 * @see {@link
 * https://modelcontextprotocol.io/specification/draft/basic/authorization/security-considerations#authorization-code-protection
 * | Authorization Code Protection}
 */
export async function beginLogin({
  fetch,
  parameters,
  ...login
}: AuthorizationRequest): Promise<{ url: URL; pending: PendingLogin }> {
  const { server, resource, redirectUri, scopes, clientId } = login;
  const url = authorizationPage(server, fetch);
  requirePkce(server);
  const state = oauth.generateRandomState();
  const verifier = oauth.generateRandomCodeVerifier();
  const all = {
    ...parameters,
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    // Set as a string: the URL class would normalize it.
    resource,
    ...(scopes.length > 0 && { scope: scopes.join(" ") }),
    ...(needsConsent(scopes) && { prompt: "consent" }),
  };
  for (const [name, value] of Object.entries(all))
    url.searchParams.set(name, value);
  return { url, pending: { ...login, state, verifier } };
}

/**
 * Returns the authorization endpoint. Only web URLs reach the browser: other
 * schemes might start a program.
 */
function authorizationPage(
  { issuer, authorization_endpoint: page }: oauth.AuthorizationServer,
  fetch: SafeFetch,
): URL {
  if (page === undefined)
    throw new AuthorizationError(
      "unsupported",
      `the authorization server ${quote(issuer)} has no authorization_endpoint to log in at`,
      { issuer },
    );
  return fetch.check(page, `authorization_endpoint of ${quote(issuer)}`);
}

function requirePkce({
  issuer,
  code_challenge_methods_supported: methods,
}: oauth.AuthorizationServer): void {
  if (methods?.includes("S256")) return;
  const told =
    methods === undefined
      ? "does not say that it supports PKCE (code_challenge_methods_supported)"
      : "does not support PKCE with S256";
  throw new AuthorizationError(
    "unsupported",
    `the authorization server ${quote(issuer)} ${told}: PKCE (S256) is required to protect the authorization code`,
    { issuer },
  );
}

/** Callback parameters that may occur only once. */
const single = ["code", "state", "iss", "error", "error_description"];

/**
 * Returns the authorization code of a callback. Throws an AuthorizationError if
 * the callback belongs to another login (its contents are neither used nor
 * shown) or reports an error. oauth4webapi checks the same, but accepts an
 * empty `iss`, and its errors contain all parameters.
 *
 * @see {@link
 * https://modelcontextprotocol.io/specification/draft/basic/authorization#authorization-response-validation
 * | Authorization Response Validation}
 */
export function readCallback(
  { state, server }: PendingLogin,
  params: URLSearchParams,
): string {
  const { issuer } = server;
  const mixed = (told: string): AuthorizationError =>
    new AuthorizationError(
      "mixed-up",
      `the callback of the login at ${quote(issuer)} ${told}: it is ignored`,
      { issuer },
    );
  if (single.some((name) => params.getAll(name).length > 1))
    throw mixed("has a duplicate parameter");
  if (params.get("state") !== state)
    throw mixed("belongs to no pending login (state)");
  const iss = params.get("iss");
  if (iss !== null && iss !== issuer)
    throw mixed("is from another authorization server (iss)");
  if (iss === null && server.authorization_response_iss_parameter_supported)
    throw mixed("does not name its authorization server (iss)");
  const error = params.get("error");
  if (error !== null) throw refused(issuer, params, error);
  const code = params.get("code");
  if (code === null || code === "")
    throw new AuthorizationError(
      "login-failed",
      `the callback of the login at ${quote(issuer)} contains no code`,
      { issuer },
    );
  return code;
}

function refused(
  issuer: string,
  params: URLSearchParams,
  code: string,
): AuthorizationError {
  const description = params.get("error_description") ?? undefined;
  const told = describeRefusal(code, description);
  const reason = code === "access_denied" ? "denied" : "login-failed";
  return new AuthorizationError(
    reason,
    `the authorization server ${quote(issuer)} refused the login: ${told}`,
    { issuer, code },
  );
}
