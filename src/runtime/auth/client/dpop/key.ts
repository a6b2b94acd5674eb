import {
  isSigningAlgorithm,
  platformAlgorithm,
  type SigningAlgorithm,
} from "../credentials/private-key.ts";

import type { PlatformKeyPair } from "../credentials/platform-key.ts";

/** Key that tokens are bound to. */
export interface DpopKey {
  readonly pair: PlatformKeyPair;
  readonly algorithm: SigningAlgorithm;
}

const forRsa = {
  modulusLength: 2048,
  publicExponent: /* @__PURE__ */ new Uint8Array([1, 0, 1]),
};

/** Generates an extractable key, so that it can be stored. */
export async function generateDpopKey(
  algorithm: SigningAlgorithm,
): Promise<DpopKey> {
  const params = platformAlgorithm(algorithm);
  const isRsa = params.name.startsWith("RSA");
  const pair = await crypto.subtle.generateKey(
    isRsa ? { ...params, ...forRsa } : params,
    true,
    ["sign", "verify"],
  );
  if (!("privateKey" in pair)) throw new TypeError(`no key pair: ${algorithm}`);
  return { pair, algorithm };
}

/**
 * Serializes a key for a store, because refresh tokens that are bound to it
 * need it. The text is a secret.
 */
export async function dpopKeyText({
  pair,
  algorithm,
}: DpopKey): Promise<string> {
  const jwk = await crypto.subtle.exportKey("jwk", pair.privateKey);
  return JSON.stringify({ ...jwk, alg: algorithm });
}

/**
 * Parses the text from `dpopKeyText`. Throws a TypeError, without the text, if
 * it is invalid.
 */
export async function parseDpopKey(text: string): Promise<DpopKey> {
  try {
    const { alg: algorithm, key_ops: _, ...jwk } = Object(JSON.parse(text));
    if (!isSigningAlgorithm(String(algorithm))) throw new TypeError("alg");
    const { d, p, q, dp, dq, qi, ...publicJwk } = jwk;
    const params = platformAlgorithm(algorithm);
    const { subtle } = crypto;
    const [privateKey, publicKey] = await Promise.all([
      subtle.importKey("jwk", jwk, params, true, ["sign"]),
      subtle.importKey("jwk", publicJwk, params, true, ["verify"]),
    ]);
    return { pair: { privateKey, publicKey }, algorithm };
  } catch {
    throw new TypeError("the stored DPoP key is not valid");
  }
}
