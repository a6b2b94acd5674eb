import { readChallenges } from "../discovery/challenge.ts";

/**
 * True if a server rejected the nonce of a proof. A new token would not help.
 */
export function wantsNonce({ status, headers }: Response): boolean {
  return (
    status === 401 &&
    readChallenges(headers.get("www-authenticate")).some(
      ({ scheme, params }) =>
        scheme === "dpop" && params.get("error") === "use_dpop_nonce",
    )
  );
}
