import { readChallenges } from "../discovery/challenge.ts";

/** Whether a server refused a request for the nonce of its proof: no new token mends that. */
export function wantsNonce({ status, headers }: Response): boolean {
  return (
    status === 401 &&
    readChallenges(headers.get("www-authenticate")).some(
      ({ scheme, params }) =>
        scheme === "dpop" && params.get("error") === "use_dpop_nonce",
    )
  );
}
