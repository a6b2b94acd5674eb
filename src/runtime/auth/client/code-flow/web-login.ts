import type { ServerAccount } from "../account/account.ts";
import { beginLogin } from "./authorize.ts";
import {
  bearerChallenge,
  type BearerChallenge,
} from "../discovery/challenge.ts";
import { AuthorizationError, isClientUnknown } from "../errors.ts";
import { identify } from "../identify.ts";
import { doubtClient } from "../registration/kept.ts";
import { redeem } from "./log-in.ts";
import {
  storeLogin,
  takeLogin,
  takeLost,
  type StoredLogin,
} from "./pending-logins.ts";
import type { Settings } from "../settings.ts";

/** Login that a web application has started. */
export interface BegunLogin {
  /** URL to redirect the user to: the authorization endpoint with its query. */
  readonly url: string;
  /**
   * Value that only this user's callback contains. If your users share one
   * store, compare it with the user's session.
   */
  readonly state: string;
}

/** Maximum time until the callback, in milliseconds. */
const patienceMs = 600_000;

/**
 * Maximum time to prepare the redirect or to complete the login, in
 * milliseconds.
 */
const beginMs = 60_000;

/** Starts a login at a web application and stores it. */
export async function beginWebLogin(
  account: ServerAccount,
  settings: Settings,
  redirectUri: string,
): Promise<BegunLogin> {
  const { fetch, store } = settings;
  const challenge =
    (await account.lastChallenge()) ??
    (await askForChallenge(account, settings));
  const { discovery, scopes, dpop } = await account.prepare({ challenge });
  const { server, resource } = discovery;
  // A server that does not know the client shows an error page and never
  // redirects back.
  for (const { server: left, clientId } of await takeLost(store))
    await doubtClient(store, left.issuer, clientId);
  const signal = AbortSignal.timeout(beginMs);
  const needs = { server, scopes, redirectUri, signal };
  const { client } = await identify(settings, needs);
  const { url, pending } = await beginLogin({
    server,
    resource,
    scopes,
    redirectUri,
    clientId: client.client_id,
    fetch,
    parameters: {
      ...settings.authorizationParameters,
      ...(dpop && { dpop_jkt: await dpop.thumbprint() }),
    },
  });
  const expiresAt = Date.now() + patienceMs;
  await storeLogin(store, { ...pending, url: account.url, expiresAt });
  return { url: url.href, state: pending.state };
}

/**
 * Returns the pending login of a callback. Throws an AuthorizationError if
 * there is none.
 */
export async function returnedLogin(
  { store }: Settings,
  params: URLSearchParams,
): Promise<StoredLogin> {
  const login = await takeLogin(store, params.get("state") ?? "");
  if (login) return login;
  throw new AuthorizationError(
    "mixed-up",
    "the callback belongs to no pending login (state): it was not started here, is already completed, or was started more than ten minutes ago",
  );
}

/** Exchanges the authorization code of a callback and stores the tokens. */
export async function finishWebLogin(
  account: ServerAccount,
  settings: Settings,
  pending: StoredLogin,
  params: URLSearchParams,
): Promise<void> {
  const { server, clientId, scopes } = pending;
  const signal = AbortSignal.timeout(beginMs);
  const { record, dpop } = await account.resume(pending);
  const client = await identify(settings, { server, clientId, signal });
  const back = { settings, client, pending, dpop };
  const redeemed = redeem(back, params).catch(async (error: unknown) => {
    // The next login uses another registration.
    if (isClientUnknown(error))
      await doubtClient(settings.store, server.issuer, clientId);
    throw error;
  });
  await account.saveTokens(await redeemed, { record, scopes });
}

/**
 * Sends a ping to obtain a challenge: a server that this client has never
 * contacted names its metadata URL in the 401 response.
 */
async function askForChallenge(
  { url }: ServerAccount,
  { fetch }: Settings,
): Promise<BearerChallenge | undefined> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  try {
    const answer = await fetch({ url, method: "POST", headers, body });
    if (answer.status !== 401) return undefined;
    return bearerChallenge(answer.headers.get("www-authenticate"));
  } catch {
    // Discovery reports the cause when it requests the metadata.
    return undefined;
  }
}
