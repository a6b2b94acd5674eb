import { AuthorizationError } from "../errors.ts";
import { formatUrl } from "../fetch/safe-url.ts";
import type { ServerHints } from "./kept-server.ts";
import type { Tokens } from "./tokens.ts";

/** Request that the server rejected with 401 or 403. */
export interface RefusedRequest extends ServerHints {
  readonly status: number;
  /** Tokens that the request was sent with. */
  readonly used: Tokens | undefined;
  /** Number of failed authorizations when the request was sent. */
  readonly failures: number;
  /**
   * True if no caller waits for the response. Such a request starts no login.
   */
  readonly isBackground: boolean;
  /** Aborts when the caller stops waiting. */
  readonly signal: AbortSignal;
  /**
   * Called with true when a login starts for this request, and with false when
   * it ends.
   */
  readonly asking: (isAsking: boolean) => void;
}

/** True if the client is authenticated but needs more scopes. */
export function isStepUp({ status, challenge }: RefusedRequest): boolean {
  return status === 403 || challenge?.error === "insufficient_scope";
}

/** Returns the error for requests whose login was cancelled by a logout. */
export function loggedOut(url: string): AuthorizationError {
  return new AuthorizationError(
    "login-failed",
    `the login at ${formatUrl(new URL(url))} was cancelled, because signOut was called`,
  );
}

/**
 * Returns the error for web applications, which redirect users to the login
 * page themselves.
 */
export function loginRequired(url: string): AuthorizationError {
  return new AuthorizationError(
    "login-required",
    `${formatUrl(new URL(url))} requires a login: redirect the user to the URL that "begin" returns`,
  );
}
