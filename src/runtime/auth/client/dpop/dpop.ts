import * as oauth from "oauth4webapi";
import type { FetchLike } from "../../../http/client/options.ts";
import { drop } from "../../../http/client/fetch-answer.ts";
import { headerRecord } from "../../../http/shared/header-record.ts";
import { AuthorizationError } from "../errors.ts";
import { namedAs } from "../credentials/private-key.ts";
import type { DpopKey } from "./key.ts";
import { Nonces } from "./nonces.ts";
import { proofHeaders } from "./proof-headers.ts";
import { wantsNonce } from "./wants-nonce.ts";

/**
 * Proves that this client holds the key of its tokens: at the token endpoint, and
 * with each request to the server. Remembers the nonces of both.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9449 | RFC 9449}
 */
export class Dpop {
  readonly key: DpopKey;
  /** Whether a token that is not bound is refused. */
  readonly isRequired: boolean;
  /** Proves at the token endpoint, and remembers nonces of authorization servers. */
  readonly handle: oauth.DPoPHandle;
  readonly #nonces = new Nonces();

  constructor(key: DpopKey, isRequired: boolean) {
    this.key = key;
    this.isRequired = isRequired;
    const { pair, algorithm } = key;
    this.handle = oauth.DPoP({}, pair, {
      [oauth.modifyAssertion]: namedAs(algorithm),
    });
  }

  /** What tells an authorization request which key is meant: its `dpop_jkt`. */
  thumbprint(): Promise<string> {
    return this.handle.calculateThumbprint();
  }

  /**
   * Sends a request with its token and a proof of its own; once more where the
   * server wants a nonce. Rejects with an AuthorizationError where it wants another
   * one then, and with what `send` rejects with.
   */
  async fetch(
    send: FetchLike,
    url: string,
    init: RequestInit,
    accessToken: string,
  ): Promise<Response> {
    const prove = async (): Promise<NonceAnswer> => {
      const { origin } = new URL(url);
      const nonce = this.#nonces.of(origin);
      const asked = { url, init, accessToken, nonce };
      const headers = {
        ...headerRecord(new Headers(init.headers)),
        ...(await proofHeaders(this.key, asked)),
      };
      const response = await send(url, { ...init, headers });
      const hasNonce = this.#nonces.keep(origin, response);
      return { response, hasNonce, isRefused: wantsNonce(response) };
    };
    const first = await prove();
    if (!first.isRefused) return first.response;
    drop(first.response);
    if (!first.hasNonce) throw nonceError("sends none");
    const second = await prove();
    if (!second.isRefused) return second.response;
    drop(second.response);
    throw nonceError("takes none");
  }
}

/** No person can mend it. */
function nonceError(told: string): AuthorizationError {
  const message = `the server wants a nonce in the proof, and ${told}`;
  return new AuthorizationError("token", message);
}

interface NonceAnswer {
  readonly response: Response;
  /** Whether a nonce came with it. */
  readonly hasNonce: boolean;
  /** Whether the request was refused for its nonce. */
  readonly isRefused: boolean;
}
