import type { AuthTransport, BackgroundInit } from "../../http/client/auth.ts";
import type { FetchLike } from "../../http/client/options.ts";
import { now } from "../../protocol/timers/deadlines.ts";
import { drop } from "../../http/client/fetch-answer.ts";
import type { ServerAccount } from "./account/account.ts";
import type { RefusedRequest } from "./account/refused-request.ts";
import { bearerChallenge } from "./discovery/challenge.ts";

/** Maximum number of attempts per request. */
const maxSent = 6;

/** Maximum number of step-ups (requests for more scopes) per request. */
const maxStepUps = 2;

/**
 * Returns the fetch of an authenticated transport. It retries rejected requests
 * with new tokens or more scopes. Rejects with an AuthorizationError if none
 * can be obtained.
 */
export function attachAccount(
  account: ServerAccount,
  transport: AuthTransport,
): FetchLike {
  const { url, fetch, closing, warn } = transport;
  const { origin } = new URL(url);
  const asking = countAsking(transport);
  return async (target, init: BackgroundInit) => {
    // A token is only valid for one server, so it is never sent to another
    // origin.
    if (new URL(target).origin !== origin) return fetch(target, init);
    // Session deletion uses the current tokens and never starts a login.
    const isFarewell = init.method === "DELETE";
    const isBackground = init.priority === "low";
    const signals = [closing, init.signal].filter((one) => one != null);
    const signal = (): AbortSignal => AbortSignal.any(signals);
    let used = isFarewell ? account.tokens : await account.ready(signal);
    let { failures } = account;
    let stepUps = 0;
    for (let sent = 1; ; sent++) {
      const response = await (used
        ? account.send(fetch, target, init, used)
        : fetch(target, init));
      if (response.status !== 401 && used) account.markTokenAccepted(used);
      const refusal = refusalOf(response);
      if (!refusal || isFarewell || sent === maxSent) return response;
      if (refusal.status === 403 && ++stepUps > maxStepUps) return response;
      const refused = {
        ...refusal,
        used,
        failures,
        revision:
          new Headers(init.headers).get("mcp-protocol-version") ?? undefined,
        signal: signal(),
        isBackground,
        asking,
        warn,
      };
      const next = await account.tokensForRetry(refused);
      if (!next) return response;
      drop(response);
      ({ failures } = account);
      used = next;
    }
  };
}

/**
 * Returns the rejection of a response if other tokens may help, or else
 * undefined.
 */
function refusalOf({
  status,
  headers,
}: Response): Pick<RefusedRequest, "status" | "challenge"> | undefined {
  if (status !== 401 && status !== 403) return undefined;
  const challenge = bearerChallenge(headers.get("www-authenticate"));
  if (status === 401) return { status, challenge };
  // Any other 403 does not depend on the token.
  const { error, scope } = challenge ?? {};
  const isLacking =
    error === "insufficient_scope" || (error === undefined && scope);
  return isLacking ? { status, challenge } : undefined;
}

/** Stops the clock of calls while at least one of them waits for a login. */
function countAsking({ clock }: AuthTransport): (isAsking: boolean) => void {
  let count = 0;
  let lost = 0;
  let since = 0;
  const lostNow = (): number => (count > 0 ? lost + now() - since : lost);
  Object.defineProperty(clock, "lost", { get: lostNow });
  return (isAsking) => {
    lost = lostNow();
    since = now();
    count += isAsking ? 1 : -1;
  };
}
