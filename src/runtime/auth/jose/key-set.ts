import {
  createLocalJWKSet,
  errors,
  type CryptoKey,
  type JSONWebKeySet,
} from "jose";

/** The members of a token's header that select a key. */
export interface KeySelector {
  readonly alg: string;
  readonly kid: string | undefined;
}

/** A key, and the algorithm that WebCrypto verifies its signatures with. */
export interface VerificationKey {
  readonly key: CryptoKey;
  readonly algorithm: SignatureAlgorithm;
}

interface SignatureAlgorithm {
  readonly name: string;
  readonly hash?: string;
  readonly saltLength?: number;
}

/** Maximum number of keys to try for a token that names none. */
const maxCandidates = 8;

/** Minimum size of an RSA key, in bits: RFC 7518, section 3.3. */
const minRsaBits = 2_048;

/** A JSON Web Key Set. */
export class KeySet {
  readonly #find: ReturnType<typeof createLocalJWKSet>;
  /** The last selector, which most tokens share, and its keys. */
  #selector: KeySelector | undefined;
  #candidates: Promise<readonly VerificationKey[]> | undefined;

  /** Throws an Error if the value is not a key set. */
  constructor(set: object) {
    // jose checks that it is one.
    this.#find = createLocalJWKSet(set as JSONWebKeySet);
  }

  /** Returns the keys that may have signed a token. Unusable keys are left out. */
  candidates(selector: KeySelector): Promise<readonly VerificationKey[]> {
    if (this.#candidates && selector === this.#selector)
      return this.#candidates;
    this.#selector = selector;
    this.#candidates = this.#import(selector);
    return this.#candidates;
  }

  async #import({
    alg,
    kid,
  }: KeySelector): Promise<readonly VerificationKey[]> {
    const found: VerificationKey[] = [];
    const add = (key: CryptoKey): void => {
      const algorithm = algorithmOf(alg, key);
      if (algorithm) found.push({ key, algorithm });
    };
    try {
      add(await this.#find(kid === undefined ? { alg } : { alg, kid }));
    } catch (error) {
      if (!(error instanceof errors.JWKSMultipleMatchingKeys)) return found;
      for await (const key of error) {
        add(key);
        if (found.length === maxCandidates) break;
      }
    }
    return found;
  }
}

/** Returns the parameters for a key that was imported for `alg`. Undefined if the key is too short. */
function algorithmOf(
  alg: string,
  { algorithm }: CryptoKey,
): SignatureAlgorithm | undefined {
  const { name } = algorithm;
  const bits = Number(alg.slice(2));
  switch (name) {
    case "RSASSA-PKCS1-v1_5":
      return isLong(algorithm) ? { name } : undefined;
    case "RSA-PSS":
      return isLong(algorithm) ? { name, saltLength: bits / 8 } : undefined;
    case "ECDSA":
      return { name, hash: `SHA-${bits}` };
    default:
      return { name };
  }
}

function isLong(algorithm: CryptoKey["algorithm"]): boolean {
  return (
    "modulusLength" in algorithm &&
    Number(algorithm.modulusLength) >= minRsaBits
  );
}
