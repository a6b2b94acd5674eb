import type { Discovery } from "../discovery/discover.ts";
import { beginLogin, readCallback, type PendingLogin } from "./authorize.ts";
import type { Dpop } from "../dpop/dpop.ts";
import { AuthorizationError, isClientUnknown } from "../errors.ts";
import { identify, redirectUrisOf } from "../identify.ts";
import { doubtClient } from "../registration/kept.ts";
import type { Registered } from "../registration/registered.ts";
import type { Login, LoginAttempt } from "../login.ts";
import type { Settings } from "../settings.ts";
import { warnUnbound } from "../account/proofs.ts";
import { untilAborted } from "../account/shared.ts";
import { requestToken } from "../token-endpoint/request-token.ts";
import { excerpt, toError } from "../../../protocol/errors.ts";
import { tokensOf, type Tokens } from "../account/tokens.ts";

export interface LoginRequest {
  readonly settings: Settings;
  readonly login: Login;
  readonly discovery: Discovery;
  readonly scopes: readonly string[];
  readonly dpop: Dpop | undefined;
  /** Receives warnings about problems that the login worked around. */
  readonly warn: ((warning: Error) => void) | undefined;
  /**
   * Aborts when no caller waits any more. Checked until the user has returned.
   */
  readonly signal: AbortSignal;
}

/**
 * Sends a user to the login page and exchanges the authorization code for
 * tokens. Retries once if the authorization server no longer knows this client.
 * Rejects with an AuthorizationError, or with the reason of the signal.
 */
export async function logIn(request: LoginRequest): Promise<Tokens> {
  const tokens = await logInTwice(request);
  warnUnbound(tokens, request.dpop, request.warn);
  return tokens;
}

async function logInTwice(request: LoginRequest): Promise<Tokens> {
  const trial: Trial = { stale: undefined };
  try {
    return await logInOnce(request, trial);
  } catch (error) {
    const isDone = request.signal.aborted || !isClientUnknown(error);
    if (isDone || trial.stale === undefined) throw error;
    return logInOnce(request, trial);
  }
}

interface Trial {
  /**
   * Client id of a registration that the authorization server may have deleted.
   */
  stale: string | undefined;
}

async function logInOnce(request: LoginRequest, trial: Trial): Promise<Tokens> {
  const { settings, discovery, login, signal, dpop, scopes } = request;
  const { server, resource } = discovery;
  const { fetch } = settings;
  const { stale } = trial;
  const needs = { server, scopes, stale, signal };
  const known = await redirectUrisOf(settings, needs);
  const attempt = await started(login, known, signal);
  try {
    const { redirectUri } = attempt;
    const client = await identify(settings, { ...needs, redirectUri });
    const { client_id: clientId } = client.client;
    const isKnown = client.isDynamic && known.includes(redirectUri);
    trial.stale = isKnown && clientId !== stale ? clientId : undefined;
    const { url, pending } = await beginLogin({
      server,
      resource,
      scopes,
      redirectUri,
      clientId,
      fetch,
      parameters: {
        ...settings.authorizationParameters,
        ...(dpop && { dpop_jkt: await dpop.thumbprint() }),
      },
    });
    const doubt = (): Promise<void> =>
      isKnown
        ? doubtClient(settings.store, server.issuer, clientId)
        : Promise.resolve();
    const { searchParams } = await visited({ attempt, url, signal, doubt });
    return await redeem({ settings, client, pending, dpop }, searchParams);
  } finally {
    attempt.end();
  }
}

/** Callback of a login, with the state that it belongs to. */
export interface Return {
  readonly settings: Settings;
  readonly client: Registered;
  readonly pending: PendingLogin;
  readonly dpop: Dpop | undefined;
}

/** Maximum total time of the code exchange, in milliseconds. */
const exchangeMs = 60_000;

/**
 * Exchanges the authorization code of a callback for tokens. Not cancellable by
 * callers: a code is single-use.
 */
export async function redeem(
  { settings: { fetch }, client: registered, pending, dpop }: Return,
  params: URLSearchParams,
): Promise<Tokens> {
  const code = readCallback(pending, params);
  const { server, verifier, redirectUri, resource, scopes, clientId } = pending;
  const signal = AbortSignal.timeout(exchangeMs);
  const endpoint = { ...registered, server, fetch, signal, dpop };
  const answer = await requestToken(endpoint, "authorization_code", {
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    resource,
  });
  return tokensOf(answer, { clientId, scopes });
}

async function started(
  login: Login,
  known: readonly string[],
  signal: AbortSignal,
): Promise<LoginAttempt> {
  try {
    return await login.start(known, signal);
  } catch (error) {
    throw failed(error, signal);
  }
}

interface Visit {
  readonly attempt: LoginAttempt;
  readonly url: URL;
  readonly signal: AbortSignal;
  /** Called if the user did not return. */
  readonly doubt: () => Promise<void>;
}

async function visited({ attempt, url, signal, doubt }: Visit): Promise<URL> {
  try {
    return await untilAborted(attempt.visit(url), signal);
  } catch (error) {
    // A server that does not know the client shows an error page and never
    // redirects back.
    if (!signal.aborted) await doubt();
    throw failed(error, signal);
  }
}

/**
 * Wraps an error of the program's login implementation, which is not an error
 * of a server.
 */
function failed(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted || error instanceof AuthorizationError) return error;
  const cause = toError(error);
  const told = `the login failed: ${excerpt(cause.message)}`;
  return new AuthorizationError("login-failed", told, { cause });
}
