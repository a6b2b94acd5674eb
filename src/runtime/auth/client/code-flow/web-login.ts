import type { ServerAccount } from "../account/account.ts";
import { beginLogin } from "./authorize.ts";
import {
  bearerChallenge,
  type BearerChallenge,
} from "../discovery/challenge.ts";
import { AuthorizationError, isForgotten } from "../errors.ts";
import { identify } from "../identify.ts";
import { doubtClient } from "../registration/kept.ts";
import { redeem } from "./log-in.ts";
import {
  keepLogin,
  takeLogin,
  takeLost,
  type KeptLogin,
} from "./pending-logins.ts";
import type { Settings } from "../settings.ts";

/** A login that a web application has begun. */
export interface BegunLogin {
  /** Where to send the person: a page of the authorization server. */
  readonly url: string;
  /**
   * What the person comes back with, and nobody else: an application that does not
   * have a store for each user holds it against their session.
   */
  readonly state: string;
}

/** How long a person may take to come back, in milliseconds. */
const patienceMs = 600_000;

/** How long it may take to find out where to send a person, in milliseconds. */
const beginMs = 60_000;

/** Begins a login of a person at a web application; the store remembers it. */
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
  // A server that has forgotten a client keeps people on a page of its own.
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
  await keepLogin(store, { ...pending, url: account.url, expiresAt });
  return { url: url.href, state: pending.state };
}

/** The login that somebody came back from. Throws an AuthorizationError where there is none. */
export async function returnedLogin(
  { store }: Settings,
  params: URLSearchParams,
): Promise<KeptLogin> {
  const login = await takeLogin(store, params.get("state") ?? "");
  if (login) return login;
  throw new AuthorizationError(
    "mixed-up",
    "what came back belongs to no login that was begun (state): it was never begun here, it is over, or it was begun more than ten minutes ago",
  );
}

/** Gets tokens for what a person came back with. */
export async function finishWebLogin(
  account: ServerAccount,
  settings: Settings,
  pending: KeptLogin,
  params: URLSearchParams,
): Promise<void> {
  const { server, clientId, scopes } = pending;
  const signal = AbortSignal.timeout(beginMs);
  const { record, dpop } = await account.resume(pending);
  const client = await identify(settings, { server, clientId, signal });
  const back = { settings, client, pending, dpop };
  const redeemed = redeem(back, params).catch(async (error: unknown) => {
    // The next login begins with another.
    if (isForgotten(error))
      await doubtClient(settings.store, server.issuer, clientId);
    throw error;
  });
  await account.took(await redeemed, { record, scopes });
}

/** A server that was never asked anything says by its refusal where its metadata are. */
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
    // What is at fault shows when its metadata are asked for.
    return undefined;
  }
}
