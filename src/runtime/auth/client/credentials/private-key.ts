import type { ModifyAssertionFunction, PrivateKey } from "oauth4webapi";
import type { Bytes } from "../../../protocol/weigh.ts";
import {
  isPlatformKey,
  platformAlgorithmOf,
  type Jwk,
  type PlatformAlgorithm,
  type PlatformKey,
} from "./platform-key.ts";

/**
 * Signature algorithm of client assertions and DPoP proofs. `Ed25519` is the
 * newer name of `EdDSA`.
 */
export type SigningAlgorithm =
  | "ES256"
  | "ES384"
  | "ES512"
  | "RS256"
  | "RS384"
  | "RS512"
  | "PS256"
  | "PS384"
  | "PS512"
  | "EdDSA"
  | "Ed25519";

/** Private key for client authentication: `private_key_jwt`. */
export interface PrivateKeyOptions {
  /** A CryptoKey, a JWK (also as JSON text), or the text of a PKCS #8 PEM file. */
  readonly privateKey: PlatformKey | Jwk | string;
  /**
   * Signature algorithm. Defaults to the algorithm of the key; for an RSA key
   * that supports several, to one that the authorization server lists, or
   * RS256.
   */
  readonly algorithm?: SigningAlgorithm;
  /** The `kid` of assertions. Defaults to the `kid` of the JWK, or none. */
  readonly keyId?: string;
}

/** Key that is ready to sign for one authorization server. */
export interface SigningKey {
  readonly key: PrivateKey;
  readonly algorithm: SigningAlgorithm;
}

/**
 * Parameters of all algorithms, in the order to try them for a key of unknown
 * type.
 */
const algorithms: Readonly<Record<SigningAlgorithm, PlatformAlgorithm>> = {
  ES256: { name: "ECDSA", namedCurve: "P-256" },
  ES384: { name: "ECDSA", namedCurve: "P-384" },
  ES512: { name: "ECDSA", namedCurve: "P-521" },
  RS256: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
  RS384: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-384" },
  RS512: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-512" },
  PS256: { name: "RSA-PSS", hash: "SHA-256" },
  PS384: { name: "RSA-PSS", hash: "SHA-384" },
  PS512: { name: "RSA-PSS", hash: "SHA-512" },
  EdDSA: { name: "Ed25519" },
  Ed25519: { name: "Ed25519" },
};

/** Names of all supported signature algorithms. */
export const signingAlgorithms: readonly SigningAlgorithm[] =
  /* @__PURE__ */ listAlgorithms();

function listAlgorithms(): readonly SigningAlgorithm[] {
  return Object.keys(algorithms).filter(isSigningAlgorithm);
}

/** Returns the Web Crypto parameters of an algorithm. */
export function platformAlgorithm(
  algorithm: SigningAlgorithm,
): PlatformAlgorithm {
  return algorithms[algorithm];
}

export function isSigningAlgorithm(name: string): name is SigningAlgorithm {
  return Object.hasOwn(algorithms, name);
}

/**
 * Imports a private key. `listed` are the algorithms that the authorization
 * server supports. Throws a TypeError if it is not a private key or does not
 * support the algorithm. The message does not contain the key.
 */
export async function signingKey(
  { privateKey, algorithm, keyId }: PrivateKeyOptions,
  listed?: readonly string[],
): Promise<SigningKey> {
  if (algorithm !== undefined && !isSigningAlgorithm(algorithm))
    throw new TypeError(
      `algorithm: expected one of ${signingAlgorithms.join(", ")}`,
    );
  if (isPlatformKey(privateKey)) {
    const fitting = usableAlgorithms(privateKey);
    const wanted = algorithm ? [algorithm] : inOrder(listed);
    const chosen = wanted.find((name) => fitting.includes(name));
    if (chosen) return { key: withId(privateKey, keyId), algorithm: chosen };
    throw new TypeError(`privateKey: this key is for ${fitting.join(", ")}`);
  }
  const jwk = typeof privateKey === "string" ? jwkOf(privateKey) : privateKey;
  const named = algorithm ?? (jwk && namedAlgorithm(jwk));
  const candidates = named ? [named] : inOrder(listed);
  const id = keyId ?? (jwk && textOf(jwk["kid"]));
  const bytes = jwk ? undefined : pemBytes(String(privateKey));
  for (const candidate of candidates) {
    const key = jwk
      ? await importJwk(jwk, candidate)
      : await importBytes(bytes, candidate);
    if (key) return { key: withId(key, id), algorithm: candidate };
  }
  throw new TypeError(
    `privateKey: not a private key for ${candidates.length === 1 ? candidates[0] : "any supported algorithm"}`,
  );
}

/** Sets the name of the chosen algorithm: Ed25519 has two names. */
export function namedAs(algorithm: SigningAlgorithm): ModifyAssertionFunction {
  return (header) => {
    header["alg"] = algorithm;
  };
}

function withId(key: PlatformKey, kid: string | undefined): PrivateKey {
  return kid === undefined ? { key } : { key, kid };
}

/**
 * Returns all algorithms, with those that the authorization server lists first.
 */
function inOrder(listed: readonly string[] = []): readonly SigningAlgorithm[] {
  const known = signingAlgorithms.filter((name) => listed.includes(name));
  const others = signingAlgorithms.filter((name) => !listed.includes(name));
  return [...known, ...others];
}

function usableAlgorithms(key: PlatformKey): readonly SigningAlgorithm[] {
  if (key.type !== "private" || !key.usages.includes("sign"))
    throw new TypeError(
      'privateKey: expected a private key whose usage is "sign"',
    );
  const found = algorithmsOf(key);
  if (found.length > 0) return found;
  throw new TypeError("privateKey: this key cannot sign for a client");
}

/** Returns the algorithms that a key can sign with: Ed25519 has two names. */
export function algorithmsOf(key: PlatformKey): readonly SigningAlgorithm[] {
  const { name, hash, namedCurve } = platformAlgorithmOf(key);
  return signingAlgorithms.filter((candidate) => {
    const wanted = algorithms[candidate];
    return (
      wanted.name === name &&
      wanted.hash === hash &&
      wanted.namedCurve === namedCurve
    );
  });
}

function namedAlgorithm(jwk: Jwk): SigningAlgorithm | undefined {
  const name = textOf(jwk["alg"]);
  return name !== undefined && isSigningAlgorithm(name) ? name : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Imports a JWK. Ignores its `use` and `key_ops`. */
async function importJwk(
  { kty, crv, x, y, d, n, e, p, q, dp, dq, qi }: Jwk,
  algorithm: SigningAlgorithm,
): Promise<PlatformKey | undefined> {
  if (typeof d !== "string")
    throw new TypeError("privateKey: the JWK has no private part");
  const members = { kty, crv, x, y, d, n, e, p, q, dp, dq, qi };
  const jwk = Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  );
  return imported(() =>
    crypto.subtle.importKey("jwk", jwk, algorithms[algorithm], false, ["sign"]),
  );
}

function importBytes(
  bytes: Bytes | undefined,
  algorithm: SigningAlgorithm,
): Promise<PlatformKey | undefined> {
  return imported(() =>
    crypto.subtle.importKey(
      "pkcs8",
      bytes ?? new Uint8Array(),
      algorithms[algorithm],
      false,
      ["sign"],
    ),
  );
}

/**
 * Returns undefined if the import fails. The platform's error may contain parts
 * of the key.
 */
async function imported(
  work: () => Promise<PlatformKey>,
): Promise<PlatformKey | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}

function jwkOf(text: string): Jwk | undefined {
  if (!text.trimStart().startsWith("{")) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new TypeError("privateKey: the JWK is not valid JSON");
  }
  return Object(value);
}

const pem = /-----BEGIN ([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----/;

/**
 * Decodes a PEM file. Accepts `\n` for line breaks, as in environment
 * variables.
 */
function pemBytes(text: string): Bytes {
  const [, label, body = ""] = pem.exec(text.replaceAll("\\n", "\n")) ?? [];
  if (label === undefined)
    throw new TypeError(
      "privateKey: expected a CryptoKey, a JWK, or the text of a PEM file",
    );
  if (label !== "PRIVATE KEY")
    throw new TypeError(
      `privateKey: this PEM file has a ${label.toLowerCase()}, not a PKCS #8 private key (BEGIN PRIVATE KEY): convert it with "openssl pkcs8 -topk8 -nocrypt"`,
    );
  try {
    return Uint8Array.from(atob(body.replaceAll(/\s/g, "")), (character) =>
      character.charCodeAt(0),
    );
  } catch {
    throw new TypeError("privateKey: the PEM file is not valid base64");
  }
}
