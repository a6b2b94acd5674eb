import { excerpt, toError } from "../../protocol/errors.ts";
import { now } from "../../protocol/timers/deadlines.ts";
import type { SafeFetch } from "../client/fetch/safe-fetch.ts";
import { fetchObject, issuerUrl } from "../verify/issuer-metadata.ts";
import { KeySet } from "./key-set.ts";

/** The keys of one issuer at a time; more keys are fetched where one is not among them. */
export interface IssuerKeys {
  /** The keys to check a token with. Throws an Error when there are none and none can be had. */
  current(): Promise<KeySet>;
  /**
   * Newer keys, for a token whose key is not among the current ones; undefined
   * where it is not time yet to ask for them. Throws as `current`.
   */
  newer(): Promise<KeySet | undefined>;
}

export interface RemoteKeysOptions {
  readonly issuer: string;
  /** The key set's URL; by default the metadata of the issuer names it. */
  readonly url: string | undefined;
  readonly keysMaxAgeMs: number;
  readonly keysCooldownMs: number;
  readonly fetch: SafeFetch;
  readonly onError: (error: Error) => void;
}

/** How much longer keys are used when they cannot be fetched again, in milliseconds. */
const graceMs = 3_600_000;

/** The least time between two attempts where there are no keys at all, in milliseconds. */
const retryMs = 1_000;

/**
 * Keys of an issuer, fetched when a token first needs them, and again when they are
 * old, or when a token names one that is not there: the issuer may have new ones.
 * Everybody can name a key that nobody has, so that is asked once in a while.
 */
export class RemoteKeys implements IssuerKeys {
  readonly #options: RemoteKeysOptions;
  #keys: KeySet | undefined;
  /** When the keys came, and when somebody last asked, on the clock of `now`. */
  #loadedAt = -Infinity;
  #askedAt = -Infinity;
  /** Why the last attempt brought nothing, if it did not. */
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
    // While they cannot be had, nobody knows that the token is bad.
    if (!isTime && !this.#failure) return undefined;
    return this.#load(keysCooldownMs);
  }

  #isTime(pauseMs: number): boolean {
    return now() - this.#askedAt >= pauseMs;
  }

  /** Fetches, once for all who wait; after a failure not again within so many milliseconds. */
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
      this.#failure = new Error(`The keys of ${issuer} cannot be had: ${why}`, {
        cause: error,
      });
      throw this.#failure;
    }
  }
}

/** Keys that were given, and stay as they are. Throws a TypeError for keys that no server should have. */
export function givenKeys(set: {
  readonly keys: readonly object[];
}): IssuerKeys {
  if (set.keys.some((key) => "d" in key || "k" in key || "priv" in key))
    throw new TypeError("jwks holds a private key: give the public ones");
  const keys = new KeySet(set);
  return {
    current: () => Promise.resolve(keys),
    newer: () => Promise.resolve(undefined),
  };
}
