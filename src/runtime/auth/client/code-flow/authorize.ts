import * as oauth from "oauth4webapi";
import { quote } from "../../../http/shared/quote.ts";
import { AuthorizationError, describeRefusal } from "../errors.ts";
import type { SafeFetch } from "../fetch/safe-fetch.ts";
import { needsConsent } from "../scopes.ts";

/** What is noted before a person is sent away, and holds for what comes back. */
export interface PendingLogin {
  readonly state: string;
  readonly verifier: string;
  /** The authorization server, with what it says of itself: all comes back from it or from nobody. */
  readonly server: oauth.AuthorizationServer;
  readonly resource: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly clientId: string;
}

/** What an authorization request is made of. */
export interface AuthorizationRequest extends Omit<
  PendingLogin,
  "state" | "verifier"
> {
  /** Says where a browser may go. */
  readonly fetch: SafeFetch;
  /** More parameters: those of the login itself go before. */
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Prepares a login: the address to send a person to, and what to remember of it.
 * Throws an AuthorizationError where the authorization server has no PKCE with
 * S256, an UnsafeUrlError where its page is none for a browser.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/authorization/security-considerations#authorization-code-protection | Authorization Code Protection}
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
    // Set as it is: as a URL it would be written in another way.
    resource,
    ...(scopes.length > 0 && { scope: scopes.join(" ") }),
    ...(needsConsent(scopes) && { prompt: "consent" }),
  };
  for (const [name, value] of Object.entries(all))
    url.searchParams.set(name, value);
  return { url, pending: { ...login, state, verifier } };
}

/** Nothing but a page of the web reaches a browser: any other address might run something. */
function authorizationPage(
  { issuer, authorization_endpoint: page }: oauth.AuthorizationServer,
  fetch: SafeFetch,
): URL {
  if (page === undefined)
    throw new AuthorizationError(
      "unsupported",
      `the authorization server ${quote(issuer)} has no page to log in at`,
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
    `the authorization server ${quote(issuer)} ${told}: a code that is stolen on its way back would be of use to the thief`,
    { issuer },
  );
}

/** What an authorization server may say once, and not twice. */
const single = ["code", "state", "iss", "error", "error_description"];

/**
 * The code that a person came back with. Throws an AuthorizationError: for what
 * belongs to another login, of which nothing is used or shown, and for what the
 * authorization server said. The library checks the same, but takes an empty `iss`
 * for none, and its errors hold all that came.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/authorization#authorization-response-validation | Authorization Response Validation}
 */
export function readCallback(
  { state, server }: PendingLogin,
  params: URLSearchParams,
): string {
  const { issuer } = server;
  const mixed = (told: string): AuthorizationError =>
    new AuthorizationError(
      "mixed-up",
      `what came back from the login at ${quote(issuer)} ${told}: nothing of it is used`,
      { issuer },
    );
  if (single.some((name) => params.getAll(name).length > 1))
    throw mixed("says something twice");
  if (params.get("state") !== state)
    throw mixed("belongs to no login that was begun (state)");
  const iss = params.get("iss");
  if (iss !== null && iss !== issuer)
    throw mixed("is of another authorization server (iss)");
  if (iss === null && server.authorization_response_iss_parameter_supported)
    throw mixed("does not say of which authorization server it is (iss)");
  const error = params.get("error");
  if (error !== null) throw refused(issuer, params, error);
  const code = params.get("code");
  if (code === null || code === "")
    throw new AuthorizationError(
      "login-failed",
      `the login at ${quote(issuer)} ended without a code`,
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
