import type { Awaitable } from "../../protocol/answer.ts";

/**
 * Verifies a token for `protect`. `protect` itself checks what is common to all
 * verifiers: audience, times and scopes. An error that it throws means a
 * failure of this server, e.g. unavailable keys, not an invalid token; the
 * response has status 500.
 */
export type Verifier<Auth = unknown> = (
  token: string,
  request: TokenRequest,
) => Awaitable<Verified<Auth> | Rejected>;

/** Verifiers that `markClaimReader` has marked. */
const claimReaders = /* @__PURE__ */ new WeakSet<Verifier>();

/**
 * Marks a verifier that makes `auth` from the claims of the token alone. A claim is
 * shorter than its token, so `protect` need not search `auth` for the token. The mark
 * is on the function itself: a function that calls it has none.
 */
export function markClaimReader(verify: Verifier): void {
  claimReaders.add(verify);
}

/** True if `auth` of this verifier cannot contain the token. */
export function isClaimReader(verify: Verifier): boolean {
  return claimReaders.has(verify);
}

/** Request that contained a token. */
export interface TokenRequest {
  /** HTTP method of the request. */
  readonly method: string;
  /** Path and query of the request. */
  readonly target: string;
  /**
   * Returns a header by its name in lower case; undefined for `authorization`.
   */
  header(name: string): string | undefined;
}

/** Verified contents of a token. */
export interface Verified<Auth = unknown> {
  /**
   * Unique identity of the sender, never empty. Sessions and sealed state are
   * bound to it. With several issuers, it must include the issuer.
   */
  readonly principal: string;
  /** Scopes that the token grants. */
  readonly scopes: readonly string[];
  /** Audiences of the token; empty if it names none. */
  readonly audience: readonly string[];
  /**
   * True if the verifier has checked the audience itself. `protect` does not
   * check it again.
   */
  readonly isAudienceChecked?: boolean | undefined;
  /**
   * Expiry, in milliseconds since 1970; undefined if the token does not expire.
   */
  readonly expiresAt?: number | undefined;
  /** Start of validity, in milliseconds since 1970. */
  readonly notBefore?: number | undefined;
  /** Value of `context.auth` for handlers. Must not contain the token. */
  readonly auth: Auth;
  /**
   * Key that the token is bound to, if any. The sender must prove possession of
   * it.
   */
  readonly confirmation?:
    | {
        /** Thumbprint of the key. */
        readonly jkt: string;
      }
    | undefined;
}

/** Result for an invalid token. */
export interface Rejected {
  /** Error code of the challenge: RFC 6750. */
  readonly error: "invalid_token";
  /**
   * Reason for the challenge: printable ASCII without any part of the token.
   */
  readonly description?: string;
}

/** Verifies DPoP proofs, which prove that the sender of a token has its key. */
export interface ProofVerifier {
  /** Accepted signature algorithms, which challenges list. */
  readonly algorithms: readonly string[];
  /** True if unbound tokens are rejected. */
  readonly required?: boolean;
  /** Verifies the proof of a request. */
  verify(proof: ProofRequest): Awaitable<Proved | Unproved>;
}

/** Proof of a request, and the expected values in it. */
export interface ProofRequest {
  /** Token of the request. */
  readonly token: string;
  /**
   * Principal of the token. Memory for used proofs is limited for each
   * principal.
   */
  readonly principal: string;
  /**
   * Thumbprint of the key that the token is bound to. A proof with another key
   * is rejected before anything is stored.
   */
  readonly thumbprint: string;
  /** HTTP method of the request. */
  readonly method: string;
  /**
   * Expected URL in the proof: the origin of the resource with the path of the
   * request.
   */
  readonly url: string;
  /** The `DPoP` header, if any; several headers are joined by ", ". */
  readonly proof: string | undefined;
}

/** Result for a valid proof. */
export interface Proved {
  /** Thumbprint of the key (`jkt`). */
  readonly thumbprint: string;
  /** Nonce for the next proof, sent as `DPoP-Nonce`. */
  readonly nonce?: string | undefined;
}

/** Result for an invalid proof, or for a proof without a required nonce. */
export interface Unproved {
  /** Error code of the challenge: RFC 9449. */
  readonly error: "invalid_dpop_proof" | "use_dpop_nonce";
  /** Description for the client, without secrets. */
  readonly description?: string;
  /** Nonce that the proof must contain, sent as `DPoP-Nonce`. */
  readonly nonce?: string | undefined;
}
