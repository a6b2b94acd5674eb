import type { FetchLike } from "../../../http/client/auth.ts";
import { headerRecord } from "../../../http/shared/header-record.ts";
import type { Discovery } from "../discovery/discover.ts";
import type { Dpop } from "../dpop/dpop.ts";
import { DpopKeyStore, dpopSurroundings } from "../dpop/keeper.ts";
import type { Settings } from "../settings.ts";
import type { ServerRecord } from "./server-record.ts";
import { storeKey, type Tokens } from "./tokens.ts";

/**
 * DPoP proofs for the tokens of one account, if the tokens are bound to a key.
 */
export class Proofs {
  readonly #keeper: DpopKeyStore;
  /** Last loaded DPoP state, so that requests do not wait for the store. */
  #current: Dpop | undefined;

  constructor({ dpop, store }: Settings) {
    this.#keeper = new DpopKeyStore(dpop, store);
  }

  /**
   * Returns the DPoP state for tokens of a type, or for tokens to request.
   * Undefined if DPoP is not used.
   */
  async of(
    { discovery, challenge }: ServerRecord,
    type?: Tokens["type"],
  ): Promise<Dpop | undefined> {
    const said = dpopSurroundings(discovery, challenge);
    const isDemanded = said.isDemanded || type === "DPoP";
    const name = await nameOf(discovery);
    return (this.#current = await this.#keeper.get(name, {
      ...said,
      isDemanded,
    }));
  }

  /** Returns the DPoP state for tokens that are bound to a key. */
  async ofBound(record: ServerRecord): Promise<Dpop | undefined> {
    return this.#current ?? this.of(record, "DPoP");
  }

  /** Deletes the key for a server. */
  async forget(discovery: Discovery): Promise<void> {
    this.#current = undefined;
    await this.#keeper.forget(await nameOf(discovery));
  }
}

function nameOf({ issuer, resource }: Discovery): Promise<string> {
  return storeKey("dpop", issuer, resource);
}

/**
 * Warns if DPoP was used and the authorization server issued an unbound token.
 */
export function warnUnbound(
  { type }: Tokens,
  dpop: Dpop | undefined,
  warn: ((warning: Error) => void) | undefined,
): void {
  if (!dpop || type === "DPoP") return;
  const told = "the token is not bound to the key of the client (DPoP)";
  warn?.(new Error(`${told}: anyone who obtains it can use it`));
}

export interface SentRequest {
  readonly fetch: FetchLike;
  readonly url: string;
  readonly init: RequestInit;
}

/**
 * Sends a request with its access token, and with a DPoP proof if `dpop` is
 * given.
 */
export function sendWith(
  { access, type }: Tokens,
  dpop: Dpop | undefined,
  { fetch, url, init }: SentRequest,
): Promise<Response> {
  if (dpop) return dpop.fetch(fetch, url, init, access);
  const headers = new Headers(init.headers);
  headers.set("authorization", `${type} ${access}`);
  return fetch(url, { ...init, headers: headerRecord(headers) });
}
