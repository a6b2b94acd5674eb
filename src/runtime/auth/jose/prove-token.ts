import { compactVerify, errors, type CryptoKey } from "jose";
import type { Rejected } from "../server/verifier.ts";
import { rejected } from "../verify/claims.ts";
import type { IssuerKeys, LocalKeys } from "./remote-keys.ts";

/** What is read of a token's header. */
export interface TokenHeader {
  readonly alg: string;
  readonly kid: string | undefined;
  readonly typ: unknown;
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
  header: TokenHeader,
  keys: IssuerKeys,
  algorithms: readonly string[],
): Promise<Rejected | undefined> {
  let outcome = await tryKeys(token, header, await keys.current(), algorithms);
  if (outcome !== "signed") {
    const newer = await keys.newer();
    if (newer) outcome = await tryKeys(token, header, newer, algorithms);
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
  header: TokenHeader,
  keys: LocalKeys,
  algorithms: readonly string[],
): Promise<Outcome> {
  const candidates = await candidatesOf(keys, header);
  for (const key of candidates)
    if (await isSignedBy(key, token, algorithms)) return "signed";
  return candidates.length === 0 ? "unknown key" : "not signed";
}

/** The keys that may have signed: a set may hold keys that nothing can use, which are nobody's. */
async function candidatesOf(
  keys: LocalKeys,
  header: TokenHeader,
): Promise<readonly CryptoKey[]> {
  const { alg, kid } = header;
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
  algorithms: readonly string[],
): Promise<boolean> {
  try {
    await compactVerify(token, key, { algorithms: [...algorithms] });
    return true;
  } catch {
    return false;
  }
}
