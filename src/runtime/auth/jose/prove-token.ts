import { base64url } from "jose";
import type { Rejected } from "../server/verifier.ts";
import { rejected } from "../verify/claims.ts";
import type { KeySelector, KeySet } from "./key-set.ts";
import type { IssuerKeys } from "./remote-keys.ts";

/**
 * Bytes in the type of the platform, which differs between versions of
 * TypeScript.
 */
type Bytes = Parameters<typeof crypto.subtle.verify>[2];

/** The text that a token's signature covers, and the signature. */
interface Signed {
  readonly input: Bytes;
  readonly signature: Bytes;
}

/**
 * Verifies that a key of its issuer has signed a token; returns why not. If none has,
 * it looks for newer keys: an issuer may also reuse the id of an old key.
 * Throws an Error if the keys are not available.
 */
export async function proveToken(
  token: string,
  header: KeySelector,
  keys: IssuerKeys,
): Promise<Rejected | undefined> {
  const signed = readSigned(token);
  if (!signed) return rejected("the signature is not valid");
  const known = await keys.current();
  if (await isSignedBy(known, header, signed)) return undefined;
  const newer = await keys.newer();
  if (newer && (await isSignedBy(newer, header, signed))) return undefined;
  const { length } = await (newer ?? known).candidates(header);
  return length === 0
    ? rejected("the token is signed with an unknown key")
    : rejected("the signature is not valid");
}

const encoder = /* @__PURE__ */ new TextEncoder();

function readSigned(token: string): Signed | undefined {
  const end = token.lastIndexOf(".");
  try {
    return {
      input: encoder.encode(token.slice(0, end)),
      signature: new Uint8Array(base64url.decode(token.slice(end + 1))),
    };
  } catch {
    return undefined;
  }
}

async function isSignedBy(
  set: KeySet,
  header: KeySelector,
  { input, signature }: Signed,
): Promise<boolean> {
  for (const { key, algorithm } of await set.candidates(header))
    try {
      if (await crypto.subtle.verify(algorithm, key, signature, input))
        return true;
    } catch {
      // The form of the signature does not match the algorithm of the key.
    }
  return false;
}
