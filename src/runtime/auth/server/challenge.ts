import type { Challenge } from "../../protocol/scopes/permit.ts";

/** Errors of a challenge: RFC 6750, section 3.1, and RFC 9449, section 7.1. */
export type ChallengeError =
  | "invalid_request"
  | "invalid_token"
  | "insufficient_scope"
  | "invalid_dpop_proof"
  | "use_dpop_nonce";

/** Contents of a challenge. */
export interface ChallengeParts {
  readonly error?: ChallengeError | undefined;
  readonly description?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
  /** Nonce that proofs must contain. */
  readonly nonce?: string | undefined;
}

/** Creates the challenges of one server. */
export type Challenger = (parts: ChallengeParts) => Challenge;

const statuses: Readonly<Record<ChallengeError, Challenge["status"]>> = {
  invalid_request: 400,
  invalid_token: 401,
  insufficient_scope: 403,
  invalid_dpop_proof: 401,
  use_dpop_nonce: 401,
};

/** Maximum length of a description, in characters. */
const maxDescription = 200;

/**
 * Returns a function that creates challenges with the URL of the resource
 * metadata. With DPoP, they contain both schemes, or only `DPoP` if it is
 * required.
 *
 * @see {@link
 * https://modelcontextprotocol.io/specification/draft/basic/authorization#scope-challenge-handling
 * | Scope Challenge Handling}
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
      // Clients request offline_access themselves, so it is not part of a
      // challenge.
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

/** True if a value is a valid scope: RFC 6749, section 3.3. */
export function isScopeToken(scope: unknown): scope is string {
  return typeof scope === "string" && /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope);
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/**
 * Truncates a description and replaces characters that are not allowed in it.
 */
function printable(text: string): string {
  return text
    .slice(0, maxDescription)
    .replace(/["\\]/g, "'")
    .replace(/[^\x20-\x7e]/g, "?");
}
