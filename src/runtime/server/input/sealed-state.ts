import {
  fromBase64url,
  randomBytes,
  toBase64url,
} from "../../features/base64.ts";
import { isObject } from "../../protocol/message.ts";
import { requireKnown } from "../../protocol/sound-option.ts";
import type { Bytes } from "../../protocol/weigh.ts";

/**
 * How the state of a request that waits for input travels through the client. It
 * is good for the same request of the same principal alone; but until it expires
 * a client can repeat it, and any earlier one: a handler that must act only once
 * keeps account of that itself. It is as long as what was asked and answered.
 */
export interface RequestStateOptions {
  /**
   * Secrets of at least 32 bytes each. The first one protects. All are accepted,
   * so that you can change keys while requests are under way. Processes that
   * share their keys can go on with each other's requests.
   *
   * @default a random key of this process
   */
  readonly keys?: readonly (string | Uint8Array)[];
  /**
   * How long the client may take to answer, in milliseconds.
   *
   * @default 600_000 (10 minutes)
   */
  readonly ttlMs?: number;
}

/** Protects what the client carries for the server. */
export interface Sealer {
  /** Text that nobody else can read or change, for the one purpose alone. */
  seal(value: unknown, purpose: string): Promise<string>;
  /** Undefined when the text was changed, is another purpose's, or is too old. */
  open(text: string, purpose: string): Promise<unknown>;
}

/** The type `CryptoKey` has another name in the types of Node. */
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const algorithm = "AES-GCM";
const nonceLength = 12;
const defaultTtl = 10 * 60_000;

/** Throws a TypeError when a key is too short, or `ttlMs` is no integer above 0. */
export function createSealer(options: RequestStateOptions = {}): Sealer {
  // What a program in JavaScript can give.
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
  // Made when first needed: most servers never ask.
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
  throw new TypeError("a key of requestState has at least 32 bytes");
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
