import type { AuthTransport, BackgroundInit } from "../../http/client/auth.ts";
import type { FetchLike } from "../../http/client/options.ts";
import { drop } from "../../http/client/read-body.ts";
import type { Account } from "./account.ts";
import {
  bearerChallenge,
  type BearerChallenge,
} from "./discovery/challenge.ts";
import type { Tokens } from "./tokens.ts";

/** How often one request is sent at most. */
const maxSent = 6;

/**
 * The fetch of a transport that answers for itself: it sends what is refused again,
 * with what it was refused for. Rejects with an AuthorizationError where that cannot
 * be had.
 */
export function attachAccount(
  account: Account,
  transport: AuthTransport,
): FetchLike {
  const { url, fetch, closing } = transport;
  const { origin } = new URL(url);
  const asking = countAsking(transport);
  return async (target, init: BackgroundInit) => {
    // Whatever sends it there, a token is for one server.
    if (new URL(target).origin !== origin) return fetch(target, init);
    const signal = init.signal
      ? AbortSignal.any([init.signal, closing])
      : closing;
    // A farewell asks for nothing: it leaves when the transport is closed.
    const isFarewell = init.method === "DELETE";
    const isBackground = init.priority === "low";
    let { failures } = account;
    let used = await account.ready(
      isFarewell ? (init.signal ?? signal) : signal,
    );
    for (let sent = 1; ; sent++) {
      const response = await fetch(target, withToken(init, used));
      if (response.status !== 401 && used) account.proved(used);
      const challenge = refusalOf(response);
      if (!challenge || isFarewell || sent === maxSent) return response;
      const { status } = response;
      const refused = {
        ...challenge,
        status,
        used,
        failures,
        signal,
        isBackground,
        asking,
      };
      const next = await account.answer(refused);
      if (!next) return response;
      drop(response);
      ({ failures } = account);
      used = next;
    }
  };
}

/** Why a server refuses a request, where another token may help. */
function refusalOf({
  status,
  headers,
}: Response): { challenge: BearerChallenge | undefined } | undefined {
  if (status !== 401 && status !== 403) return undefined;
  const challenge = bearerChallenge(headers.get("www-authenticate"));
  if (status === 401) return { challenge };
  // Any other 403 is of somebody who would say the same to anyone.
  const { error, scope } = challenge ?? {};
  const isLacking =
    error === "insufficient_scope" || (error === undefined && scope);
  return isLacking ? { challenge } : undefined;
}

function withToken(init: RequestInit, tokens: Tokens | undefined): RequestInit {
  if (!tokens) return init;
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${tokens.access}`);
  return { ...init, headers: Object.fromEntries(headers) };
}

/** Tells a transport when the first of its requests waits for a person, and when the last does no more. */
function countAsking(transport: AuthTransport): (isAsking: boolean) => void {
  let count = 0;
  return (isAsking) => {
    count += isAsking ? 1 : -1;
    if (count === (isAsking ? 1 : 0)) transport.asking(isAsking);
  };
}
