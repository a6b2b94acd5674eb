import type { Discovery } from "./discovery/discover.ts";
import { beginLogin, readCallback, type PendingLogin } from "./authorize.ts";
import type { Dpop } from "./dpop/dpop.ts";
import { AuthorizationError } from "./errors.ts";
import { identify, type Identified, type IdentifyRequest } from "./identify.ts";
import type { Login, LoginAttempt } from "./login.ts";
import type { Settings } from "./settings.ts";
import { unlessAborted } from "./shared.ts";
import { requestToken } from "./token-endpoint/request-token.ts";
import { excerpt, toError } from "../../wire/errors.ts";
import { tokensOf, type Tokens } from "./tokens.ts";

export interface LoginRequest {
  readonly settings: Settings;
  readonly login: Login;
  readonly discovery: Discovery;
  readonly scopes: readonly string[];
  readonly dpop: Dpop | undefined;
  /** Aborts when nobody waits any more: until the person is back. */
  readonly signal: AbortSignal;
}

/**
 * Sends a person to log in, and gets tokens for the code that they come back with;
 * once more, where the authorization server has forgotten this client. Rejects with
 * an AuthorizationError, or the reason of the signal.
 */
export async function logIn(request: LoginRequest): Promise<Tokens> {
  const trial: Trial = { isAnew: false, isStale: false };
  try {
    return await logInOnce(request, trial);
  } catch (error) {
    if (!trial.isStale || !isForgotten(error) || request.signal.aborted)
      throw error;
    return logInOnce(request, { isAnew: true, isStale: false });
  }
}

interface Trial {
  readonly isAnew: boolean;
  /** Whether the registration is one of earlier, which may be forgotten by now. */
  isStale: boolean;
}

async function logInOnce(request: LoginRequest, trial: Trial): Promise<Tokens> {
  const { settings, discovery, login, signal, dpop, scopes } = request;
  const { server, resource } = discovery;
  const { fetch } = settings;
  const { isAnew } = trial;
  const before = { server, mayRegister: false, isAnew, signal };
  const known = await identify(settings, before);
  const attempt = await started(login, known?.redirectUris ?? [], signal);
  try {
    const { redirectUri } = attempt;
    const identified = await requireClient(settings, {
      ...before,
      redirectUri,
      mayRegister: true,
    });
    const { client_id: clientId } = identified.client;
    trial.isStale =
      known?.isDynamic === true && known.client.client_id === clientId;
    const { url, pending } = await beginLogin({
      server,
      resource,
      scopes,
      redirectUri,
      clientId,
      fetch,
      parameters: dpop && { dpop_jkt: await dpop.thumbprint() },
    });
    const back = await visited(attempt, url, signal);
    const { searchParams } = back;
    return await redeem({ settings, identified, pending, dpop }, searchParams);
  } finally {
    attempt.end();
  }
}

async function requireClient(
  settings: Settings,
  request: IdentifyRequest,
): Promise<Identified> {
  const identified = await identify(settings, request);
  if (identified) return identified;
  throw new AuthorizationError("registration", "this client has no id");
}

/** Who comes back, from which login. */
export interface Return {
  readonly settings: Settings;
  readonly identified: Identified;
  readonly pending: PendingLogin;
  readonly dpop: Dpop | undefined;
}

/** How long the exchange of a code may take in all, in milliseconds. */
const exchangeMs = 60_000;

/**
 * Gets tokens for what a person came back with. It is not given up half-way: a
 * code can be used once.
 */
export async function redeem(
  { settings: { fetch }, identified, pending, dpop }: Return,
  params: URLSearchParams,
): Promise<Tokens> {
  const code = readCallback(pending, params);
  const { server, verifier, redirectUri, resource, scopes, clientId } = pending;
  const { client, authentication } = identified;
  const signal = AbortSignal.timeout(exchangeMs);
  const endpoint = { server, client, authentication, fetch, signal, dpop };
  const answer = await requestToken(endpoint, "authorization_code", {
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    resource,
  });
  return tokensOf(answer, { clientId, scopes });
}

/** Whether an authorization server does not know the client that it knew. */
function isForgotten(error: unknown): boolean {
  const code = error instanceof AuthorizationError ? error.code : undefined;
  return code === "invalid_client" || code === "unauthorized_client";
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

async function visited(
  attempt: LoginAttempt,
  url: URL,
  signal: AbortSignal,
): Promise<URL> {
  try {
    return await unlessAborted(attempt.visit(url), signal);
  } catch (error) {
    throw failed(error, signal);
  }
}

/** What the login itself says is the program's own, and no server's. */
function failed(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted || error instanceof AuthorizationError) return error;
  const cause = toError(error);
  const told = `nobody logged in: ${excerpt(cause.message)}`;
  return new AuthorizationError("login-failed", told, { cause });
}
