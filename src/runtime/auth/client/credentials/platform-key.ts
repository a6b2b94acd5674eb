/** A CryptoKey, by what makes them: it has other names with other versions of the platform's types. */
export type PlatformKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

export interface PlatformKeyPair {
  /** Signs proofs. */
  readonly privateKey: PlatformKey;
  /** Goes out with each proof. */
  readonly publicKey: PlatformKey;
}

/** A JSON Web Key, as it was read. */
export type Jwk = Readonly<Record<string, unknown>>;

/** What the platform has to know of an algorithm. */
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

/** What a key is for, as it would be imported. */
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

/** Of the kinds of keys that there are, each has its own of these. */
interface KeyDetails {
  readonly name: string;
  readonly hash?: { readonly name: string };
  readonly namedCurve?: string;
}
