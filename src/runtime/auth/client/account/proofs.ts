import type { FetchLike } from "../../../http/client/fetch-like.ts";
import type { Dpop } from "../dpop/dpop.ts";
import { DpopKeeper, dpopSurroundings } from "../dpop/keeper.ts";
import type { Settings } from "../settings.ts";
import type { ServerRecord } from "./server-record.ts";
import { storeKey, type Tokens } from "./tokens.ts";

/** What proves that this client holds the key of its tokens, if they are bound to one. */
export class Proofs {
  readonly #keeper: DpopKeeper;

  constructor({ dpop, store }: Settings) {
    this.#keeper = new DpopKeeper(dpop, store);
  }

  /** For tokens of a type, or for those that are to be asked for. */
  async of(
    { discovery, challenge }: ServerRecord,
    type?: Tokens["type"],
  ): Promise<Dpop | undefined> {
    const said = dpopSurroundings(discovery, challenge);
    const isDemanded = said.isDemanded || type === "DPoP";
    const name = await storeKey("dpop", discovery.issuer);
    return this.#keeper.get(name, { ...said, isDemanded });
  }
}

export interface SentRequest {
  readonly fetch: FetchLike;
  readonly url: string;
  readonly init: RequestInit;
}

/** Sends a request with its token, and a proof where there is something to prove. */
export function sendWith(
  { access, type }: Tokens,
  dpop: Dpop | undefined,
  { fetch, url, init }: SentRequest,
): Promise<Response> {
  if (dpop) return dpop.fetch(fetch, url, init, access);
  const headers = new Headers(init.headers);
  headers.set("authorization", `${type} ${access}`);
  return fetch(url, { ...init, headers: Object.fromEntries(headers) });
}
