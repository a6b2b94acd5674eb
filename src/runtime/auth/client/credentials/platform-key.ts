/**
 * CryptoKey. Derived from importKey, because the name of the type differs
 * between versions of the platform types.
 */
export type PlatformKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

export interface PlatformKeyPair {
  /** Key that signs proofs. */
  readonly privateKey: PlatformKey;
  /** Key that is sent with each proof. */
  readonly publicKey: PlatformKey;
}

/** Parsed JSON Web Key, not validated. */
export type Jwk = Readonly<Record<string, unknown>>;

/** Web Crypto parameters of an algorithm. */
export interface PlatformAlgorithm {
  readonly name: string;
  readonly hash?: string;
  readonly namedCurve?: string;
}

export function isPlatformKey(value: unknown): value is PlatformKey {
  return (
    typeof value === "object" &&
    value !== null &&
    "usages" in value &&
    "extractable" in value
  );
}

/** Returns the Web Crypto parameters to import a key with. */
export function platformAlgorithmOf({
  algorithm,
}: PlatformKey): PlatformAlgorithm {
  const { name, hash, namedCurve } = algorithm as KeyDetails;
  return {
    name,
    ...(hash ? { hash: hash.name } : {}),
    ...(namedCurve === undefined ? {} : { namedCurve }),
  };
}

/** Members of the algorithms of all key types. */
interface KeyDetails {
  readonly name: string;
  readonly hash?: { readonly name: string };
  readonly namedCurve?: string;
}
