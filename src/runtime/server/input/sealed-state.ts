import { fromBase64url, randomBytes, toBase64url } from "./base64url.ts";
import { isObject } from "../../protocol/message.ts";
import { requireKnown } from "../../protocol/sound-option.ts";
import type { Bytes } from "../../protocol/weigh.ts";

/**
 * Options for the state of a request that waits for input, which the client carries. A
 * state is valid only for the same request of the same principal. Until it expires, a
 * client can repeat it, and earlier ones: a handler that must act only once has to check
 * that itself. Its length depends on the questions and answers.
 */
export interface RequestStateOptions {
  /**
   * Secrets of at least 32 bytes each. The first one encrypts; all are accepted, so that
   * you can rotate keys while requests are open. Processes with the same keys can continue
   * each other's requests.
   *
   * @default a random key of this process
   */
  readonly keys?: readonly (string | Uint8Array)[];
  /**
   * Time for the client's answer, in milliseconds.
   *
   * @default 600_000 (10 minutes)
   */
  readonly ttlMs?: number;
}

/** Encrypts and authenticates the state that the client carries. */
export interface Sealer {
  /** Encrypts a value for one purpose. */
  seal(value: unknown, purpose: string): Promise<string>;
  /** Decrypts a text; undefined if it was changed, has another purpose, or has expired. */
  open(text: string, purpose: string): Promise<unknown>;
}

/** `CryptoKey` has another name in the types of Node. */
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const algorithm = "AES-GCM";
const nonceLength = 12;
const defaultTtl = 10 * 60_000;

/**
 * Creates a sealer. Throws a TypeError for a key that is too short and for an invalid
 * `ttlMs`.
 */
export function createSealer(options: RequestStateOptions = {}): Sealer {
  // Programs in JavaScript can pass anything.
  if (!isObject(options as unknown))
    throw new TypeError(
      'requestState is "handlers", or an object with keys and ttlMs',
    );
  requireKnown("requestState", options, { keys: true, ttlMs: true });
  const { ttlMs = defaultTtl } = options;
  if (!Number.isSafeInteger(ttlMs) || ttlMs < 1)
    throw new TypeError(
      `requestState.ttlMs is an integer from 1 on, in milliseconds, not ${ttlMs}`,
    );
  const secrets = options.keys?.map(toSecret);
  if (secrets?.length === 0) throw new TypeError("requestState.keys is empty");
  let imported: Promise<Key[]> | undefined;
  // Created on first use: most servers never ask.
  const keys = (): Promise<Key[]> =>
    (imported ??= Promise.all((secrets ?? [randomBytes(32)]).map(importKey)));

  return {
    async seal(value, purpose) {
      const [key] = await keys();
      if (key === undefined) throw new TypeError("requestState.keys is empty");
      const nonce = randomBytes(nonceLength);
      const text = JSON.stringify([Date.now() + ttlMs, value]);
      const sealed = await crypto.subtle.encrypt(
        parameters(nonce, purpose),
        key,
        encode(text),
      );
      return toBase64url(nonce, new Uint8Array(sealed));
    },
    async open(text, purpose) {
      const bytes = fromBase64url(text);
      if (!bytes) return undefined;
      for (const key of await keys()) {
        const opened = await decrypt(key, bytes, purpose);
        if (opened === undefined) continue;
        const [expires, value]: [number, unknown] = JSON.parse(opened);
        return Date.now() < expires ? value : undefined;
      }
      return undefined;
    },
  };
}

function toSecret(key: string | Uint8Array): Bytes {
  const bytes = typeof key === "string" ? encode(key) : new Uint8Array(key);
  if (bytes.length >= 32) return bytes;
  throw new TypeError("Each key of requestState needs at least 32 bytes.");
}

async function importKey(secret: Bytes): Promise<Key> {
  const digest = await crypto.subtle.digest("SHA-256", secret);
  return crypto.subtle.importKey("raw", digest, algorithm, false, [
    "encrypt",
    "decrypt",
  ]);
}

async function decrypt(
  key: Key,
  bytes: Bytes,
  purpose: string,
): Promise<string | undefined> {
  try {
    const opened = await crypto.subtle.decrypt(
      parameters(bytes.subarray(0, nonceLength), purpose),
      key,
      bytes.subarray(nonceLength),
    );
    return new TextDecoder().decode(opened);
  } catch {
    return undefined;
  }
}

function parameters(
  iv: Bytes,
  purpose: string,
): {
  name: string;
  iv: Bytes;
  additionalData: Bytes;
} {
  return { name: algorithm, iv, additionalData: encode(purpose) };
}

function encode(text: string): Bytes {
  return new TextEncoder().encode(text);
}
