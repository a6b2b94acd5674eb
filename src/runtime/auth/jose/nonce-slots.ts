import { base64url } from "jose";
import { integerOption, refuseOption } from "../../protocol/sound-option.ts";
import type { Bytes } from "../../protocol/weigh.ts";

/** Options of DPoP nonces. */
export interface NonceOptions {
  /**
   * Secret that nonces are derived from, at least 16 bytes. Use the same secret
   * in all processes that serve one resource.
   *
   * @default random, different in each process
   */
  readonly secret?: string | Uint8Array;
  /**
   * Maximum lifetime of a nonce, in milliseconds. A new nonce is issued after
   * half of it.
   *
   * @default 300_000 (5 minutes)
   */
  readonly lifetimeMs?: number;
}

/** Length of a nonce in bytes, before encoding. */
const length = 16;

/**
 * Stateless nonces. Each one is derived from a secret and the current time
 * slot, so that every process with the secret can validate it.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9449#section-8 | RFC 9449, 8}
 */
export class NonceSlots {
  readonly #slotMs: number;
  readonly #key: Promise<CryptoKeyOfPlatform>;
  /** Recently derived nonces by slot number. */
  readonly #made = new Map<number, Promise<string>>();

  /** Throws a TypeError if the secret is too short. */
  constructor({ secret, lifetimeMs }: NonceOptions) {
    this.#slotMs = integerOption("nonces.lifetimeMs", lifetimeMs, 300_000) / 2;
    this.#key = importSecret(secretBytes(secret));
  }

  /** Returns the nonce for the next proof. */
  current(): Promise<string> {
    return this.#of(this.#slot());
  }

  /**
   * True if a nonce is of the current, previous or next slot: clocks of other
   * processes may be slightly ahead.
   */
  async isGood(nonce: unknown): Promise<boolean> {
    const slot = this.#slot();
    for (const near of [slot, slot - 1, slot + 1])
      if (nonce === (await this.#of(near))) return true;
    return false;
  }

  #slot(): number {
    return Math.floor(Date.now() / this.#slotMs);
  }

  #of(slot: number): Promise<string> {
    const known = this.#made.get(slot);
    if (known) return known;
    const made = this.#key.then((key) => nonceOf(key, slot));
    for (const old of this.#made.keys())
      if (Math.abs(old - slot) > 2) this.#made.delete(old);
    this.#made.set(slot, made);
    return made;
  }
}

type CryptoKeyOfPlatform = Awaited<ReturnType<typeof importSecret>>;

function importSecret(
  secret: Bytes,
): ReturnType<typeof crypto.subtle.importKey> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", secret, algorithm, false, ["sign"]);
}

async function nonceOf(
  key: CryptoKeyOfPlatform,
  slot: number,
): Promise<string> {
  const text = new TextEncoder().encode(`dpop nonce ${slot}`);
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, text));
  return base64url.encode(mac.subarray(0, length));
}

function secretBytes(secret: unknown): Bytes {
  if (secret === undefined) return crypto.getRandomValues(new Uint8Array(32));
  const bytes =
    typeof secret === "string" ? new TextEncoder().encode(secret) : secret;
  if (bytes instanceof Uint8Array && bytes.byteLength >= length)
    return new Uint8Array(bytes);
  return refuseOption("nonces.secret", `at least ${length} bytes`, "a secret");
}
