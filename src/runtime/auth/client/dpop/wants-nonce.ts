/** Whether a server refused a request for the nonce of its proof: no new token mends that. */
export function wantsNonce({ status, headers }: Response): boolean {
  const challenge = headers.get("www-authenticate");
  return (
    status === 401 &&
    challenge !== null &&
    /\bDPoP\b/i.test(challenge) &&
    /\berror\s*=\s*"?use_dpop_nonce\b/i.test(challenge)
  );
}
