import { compactVerify, errors, type CryptoKey } from "jose";
import type { Rejected } from "../server/verifier.ts";
import { rejected } from "../verify/claims.ts";
import type { IssuerKeys, LocalKeys } from "./remote-keys.ts";

/** The members of a token's header that select a key. */
export interface KeySelector {
  readonly alg: string;
  readonly kid: string | undefined;
}

/** How many keys of an issuer are tried for a token that names none. */
const maxTries = 8;

/**
 * Proves that a key of its issuer has signed a token, or says why not. Where none
 * has, there may be newer keys: also under a name that is known, where an issuer began anew.
 * Throws an Error when there are no keys to be had.
 */
export async function proveToken(
  token: string,
  header: KeySelector,
  keys: IssuerKeys,
): Promise<Rejected | undefined> {
  let outcome = await tryKeys(token, header, await keys.current());
  if (outcome !== "signed") {
    const newer = await keys.newer();
    if (newer) outcome = await tryKeys(token, header, newer);
  }
  switch (outcome) {
    case "signed":
      return undefined;
    case "unknown key":
      return rejected("the token is signed with an unknown key");
    case "not signed":
      return rejected("the signature is not good");
  }
}

type Outcome = "signed" | "unknown key" | "not signed";

async function tryKeys(
  token: string,
  header: KeySelector,
  keys: LocalKeys,
): Promise<Outcome> {
  const candidates = await candidatesOf(keys, header);
  for (const key of candidates)
    if (await isSignedBy(key, token, header)) return "signed";
  return candidates.length === 0 ? "unknown key" : "not signed";
}

/** The keys that may have signed: a set may hold keys that nothing can use, which are nobody's. */
async function candidatesOf(
  keys: LocalKeys,
  { alg, kid }: KeySelector,
): Promise<readonly CryptoKey[]> {
  try {
    return [await keys(kid === undefined ? { alg } : { alg, kid })];
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) return [];
    const found: CryptoKey[] = [];
    for await (const key of error) if (found.push(key) === maxTries) break;
    return found;
  }
}

async function isSignedBy(
  key: CryptoKey,
  token: string,
  { alg }: KeySelector,
): Promise<boolean> {
  try {
    await compactVerify(token, key, { algorithms: [alg] });
    return true;
  } catch {
    return false;
  }
}
