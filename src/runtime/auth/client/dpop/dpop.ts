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
 * DPoP state of a client at one server. Creates proofs for the token endpoint
 * and for each request to the server, and stores the nonces of both.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9449 | RFC 9449}
 */
export class Dpop {
  readonly key: DpopKey;
  /** True if unbound tokens are rejected. */
  readonly isRequired: boolean;
  /**
   * Creates proofs for the token endpoint and stores nonces of authorization
   * servers.
   */
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

  /**
   * Returns the thumbprint of the key: `dpop_jkt` of an authorization request.
   */
  thumbprint(): Promise<string> {
    return this.handle.calculateThumbprint();
  }

  /**
   * Sends a request with its token and a new proof. Retries once if the server
   * requires a nonce. Rejects with an AuthorizationError if the server rejects
   * the second nonce or sends none, and with the errors of `send`.
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
    throw nonceError("rejects the one it sent");
  }
}

/**
 * Returns the error for a nonce that the server rejects. A new login would not
 * help.
 */
function nonceError(told: string): AuthorizationError {
  const message = `the server requires a nonce in the DPoP proof, but ${told}`;
  return new AuthorizationError("token", message);
}

interface NonceAnswer {
  readonly response: Response;
  /** True if the response contains a nonce. */
  readonly hasNonce: boolean;
  /** True if the server rejected the nonce of the request. */
  readonly isRefused: boolean;
}
