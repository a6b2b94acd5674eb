import type { Awaitable } from "../../protocol/answer.ts";

/**
 * Says whose a token is, or that it is not good: for `protect`, which checks
 * what is the same for all verifiers (audience, times, scopes). What it throws
 * is this server's failure, as when keys cannot be fetched, and no verdict on the
 * token: the request is answered with 500.
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

/** The request that a token came with. */
export interface TokenRequest {
  /** The HTTP method of the request. */
  readonly method: string;
  /** The path and query that it was sent to. */
  readonly target: string;
  /** A header of it, by its name in lower case; never `authorization`. */
  header(name: string): string | undefined;
}

/** What a good token says. */
export interface Verified<Auth = unknown> {
  /**
   * Who it is, never empty, and never the same for two: sessions and sealed
   * state are bound to it. Where there are several issuers, it names the issuer.
   */
  readonly principal: string;
  /** What the token allows. */
  readonly scopes: readonly string[];
  /** Whom the token is for; empty where it does not say. */
  readonly audience: readonly string[];
  /**
   * Whether the verifier was told which audiences are this server's, and has held
   * the token against them: then `protect` asks for no other.
   */
  readonly isAudienceChecked?: boolean | undefined;
  /** When it ends, in milliseconds since 1970; never, where it does not say. */
  readonly expiresAt?: number | undefined;
  /** When it begins, in milliseconds since 1970. */
  readonly notBefore?: number | undefined;
  /** What handlers read as `context.auth`; never the token itself. */
  readonly auth: Auth;
  /** The key that the token is bound to, if it is: who sends it has to prove it. */
  readonly confirmation?:
    | {
        /** The thumbprint of the key. */
        readonly jkt: string;
      }
    | undefined;
}

/** A token that is not good. */
export interface Rejected {
  /** What the client is told, as RFC 6750 names it. */
  readonly error: "invalid_token";
  /** Why, for who reads the challenge: printable ASCII, and nothing of the token. */
  readonly description?: string;
}

/** Checks proofs that the sender of a token holds the key that it is bound to. */
export interface ProofVerifier {
  /** The algorithms that proofs may be signed with, told in challenges. */
  readonly algorithms: readonly string[];
  /** Whether tokens that are bound to no key are refused. */
  readonly required?: boolean;
  /** Says whether a request proves that its sender has the key of its token. */
  verify(proof: ProofRequest): Awaitable<Proved | Unproved>;
}

/** A request with a proof, as far as the proof is about it. */
export interface ProofRequest {
  /** The token that came along. */
  readonly token: string;
  /** Whose the token is, as its verifier has said: what is remembered of proofs is bounded for each. */
  readonly principal: string;
  /**
   * The thumbprint of the key that the token is bound to. A proof with another is
   * refused before anything of it is remembered.
   */
  readonly thumbprint: string;
  /** The HTTP method of the request. */
  readonly method: string;
  /** The URL that the proof has to name: the resource, with the request's path. */
  readonly url: string;
  /** The `DPoP` header, if there is one; two of them are joined by ", ". */
  readonly proof: string | undefined;
}

/** The proof is sound. */
export interface Proved {
  /** The thumbprint of the key, as `jkt` has it. */
  readonly thumbprint: string;
  /** The nonce of the next proof, sent as `DPoP-Nonce`. */
  readonly nonce?: string | undefined;
}

/** The proof is not sound, or one with a nonce is wanted. */
export interface Unproved {
  /** What the client is told, as RFC 9449 names it. */
  readonly error: "invalid_dpop_proof" | "use_dpop_nonce";
  /** What the client is told besides. No secrets. */
  readonly description?: string;
  /** The nonce that a proof has to have, sent as `DPoP-Nonce`. */
  readonly nonce?: string | undefined;
}
