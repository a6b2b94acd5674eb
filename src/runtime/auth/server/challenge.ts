import type { Challenge } from "../../protocol/scopes/permit.ts";

/** Errors of a challenge: RFC 6750, section 3.1, and RFC 9449, section 7.1. */
export type ChallengeError =
  | "invalid_request"
  | "invalid_token"
  | "insufficient_scope"
  | "invalid_dpop_proof"
  | "use_dpop_nonce";

/** What a challenge says. */
export interface ChallengeParts {
  readonly error?: ChallengeError | undefined;
  readonly description?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
  /** The nonce that a proof has to have. */
  readonly nonce?: string | undefined;
}

/** Writes the challenges of one server. */
export type Challenger = (parts: ChallengeParts) => Challenge;

const statuses: Readonly<Record<ChallengeError, Challenge["status"]>> = {
  invalid_request: 400,
  invalid_token: 401,
  insufficient_scope: 403,
  invalid_dpop_proof: 401,
  use_dpop_nonce: 401,
};

/** How long a description may be. */
const maxDescription = 200;

/**
 * Writes challenges that name the metadata of the resource; where proofs are
 * checked, for both schemes, or for that of proofs alone.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/authorization#scope-challenge-handling | Scope Challenge Handling}
 */
export function createChallenger(
  metadataUrl: string,
  dpop:
    | { readonly algorithms: readonly string[]; readonly required?: boolean }
    | undefined,
): Challenger {
  return ({ error, description, scopes = [], nonce }) => {
    const params = [
      ["error", error],
      ["error_description", description && printable(description)],
      // What a client asks for by itself, to be let in for longer.
      ["scope", scopes.filter((one) => one !== "offline_access").join(" ")],
      ["resource_metadata", metadataUrl],
    ].flatMap(([name, value]) => (value ? [`${name}=${quoted(value)}`] : []));
    const ofProof =
      dpop &&
      `DPoP algs=${quoted(dpop.algorithms.join(" "))}, ${params.join(", ")}`;
    const ofBearer = dpop?.required ? undefined : `Bearer ${params.join(", ")}`;
    return {
      status: error ? statuses[error] : 401,
      challenge: [ofBearer, ofProof].filter(Boolean).join(", "),
      headers: nonce === undefined ? undefined : { "dpop-nonce": nonce },
    };
  };
}

/** A scope as RFC 6749, section 3.3, has it. */
export function isScopeToken(scope: unknown): scope is string {
  return typeof scope === "string" && /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope);
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** What a description may be made of. */
function printable(text: string): string {
  return text
    .slice(0, maxDescription)
    .replace(/["\\]/g, "'")
    .replace(/[^\x20-\x7e]/g, "?");
}
