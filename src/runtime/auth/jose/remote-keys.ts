import { excerpt, toError } from "../../protocol/errors.ts";
import { now } from "../../protocol/timers/deadlines.ts";
import type { SafeFetch } from "../client/fetch/safe-fetch.ts";
import { fetchObject, issuerUrl } from "../verify/issuer-metadata.ts";
import { KeySet } from "./key-set.ts";

/**
 * Current keys of one issuer; fetched again for a token with an unknown key.
 */
export interface IssuerKeys {
  /**
   * Returns the keys to verify a token with. Throws an Error if they are not
   * available.
   */
  current(): Promise<KeySet>;
  /**
   * Fetches newer keys for a token whose key is unknown. Returns undefined
   * during the cooldown. Throws the errors of `current`.
   */
  newer(): Promise<KeySet | undefined>;
}

export interface RemoteKeysOptions {
  readonly issuer: string;
  /** URL of the key set; by default, from the metadata of the issuer. */
  readonly url: string | undefined;
  readonly keysMaxAgeMs: number;
  readonly keysCooldownMs: number;
  readonly fetch: SafeFetch;
  readonly onError: (error: Error) => void;
}

/** Additional time to use keys that cannot be refreshed, in milliseconds. */
const graceMs = 3_600_000;

/**
 * Minimum time between two attempts while there are no keys, in milliseconds.
 */
const retryMs = 1_000;

/**
 * Keys of an issuer. They are fetched for the first token, when they are too
 * old, and for a token with an unknown key, because the issuer may have rotated
 * its keys. Such fetches are rate-limited, because anyone can send a token with
 * an unknown key.
 */
export class RemoteKeys implements IssuerKeys {
  readonly #options: RemoteKeysOptions;
  #keys: KeySet | undefined;
  /**
   * Time of the last success and of the last attempt, on the clock of `now`.
   */
  #loadedAt = -Infinity;
  #askedAt = -Infinity;
  /** Error of the last attempt, if it failed. */
  #failure: Error | undefined;
  #loading: Promise<KeySet> | undefined;

  constructor(options: RemoteKeysOptions) {
    this.#options = options;
  }

  async current(): Promise<KeySet> {
    const { keysMaxAgeMs, keysCooldownMs, onError } = this.#options;
    const keys = this.#keys;
    const age = now() - this.#loadedAt;
    if (keys && age < keysMaxAgeMs) return keys;
    if (!keys || age >= keysMaxAgeMs + graceMs) return this.#load(retryMs);
    if (this.#failure && !this.#isTime(keysCooldownMs)) return keys;
    try {
      return await this.#load(keysCooldownMs);
    } catch (error) {
      onError(toError(error));
      return keys;
    }
  }

  async newer(): Promise<KeySet | undefined> {
    const { keysCooldownMs } = this.#options;
    const isTime = this.#loading !== undefined || this.#isTime(keysCooldownMs);
    // While the keys are not available, it is unknown if the token is invalid.
    if (!isTime && !this.#failure) return undefined;
    return this.#load(keysCooldownMs);
  }

  #isTime(pauseMs: number): boolean {
    return now() - this.#askedAt >= pauseMs;
  }

  /**
   * Fetches the keys; concurrent calls share one fetch. After a failure,
   * rejects without a new attempt for `pauseMs`.
   */
  #load(pauseMs: number): Promise<KeySet> {
    if (this.#loading) return this.#loading;
    if (this.#failure && !this.#isTime(pauseMs))
      return Promise.reject(this.#failure);
    this.#askedAt = now();
    this.#loading = this.#fetch().finally(() => (this.#loading = undefined));
    return this.#loading;
  }

  async #fetch(): Promise<KeySet> {
    const { issuer, url, fetch } = this.#options;
    try {
      const from = url ?? (await issuerUrl(issuer, "jwks_uri", fetch));
      const set = await fetchObject(from, fetch);
      this.#keys = new KeySet(set);
      this.#loadedAt = now();
      this.#failure = undefined;
      return this.#keys;
    } catch (error) {
      const why = excerpt(toError(error).message);
      this.#failure = new Error(
        `The keys of ${issuer} are not available: ${why}`,
        {
          cause: error,
        },
      );
      throw this.#failure;
    }
  }
}

/** Returns fixed keys. Throws a TypeError if the set contains a private key. */
export function givenKeys(set: {
  readonly keys: readonly object[];
}): IssuerKeys {
  if (set.keys.some((key) => "d" in key || "k" in key || "priv" in key))
    throw new TypeError("jwks contains a private key: use public keys only");
  const keys = new KeySet(set);
  return {
    current: () => Promise.resolve(keys),
    newer: () => Promise.resolve(undefined),
  };
}
