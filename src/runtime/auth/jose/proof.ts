import {
  base64url,
  calculateJwkThumbprint,
  compactVerify,
  decodeJwt,
  decodeProtectedHeader,
  EmbeddedJWK,
  type JWK,
} from "jose";
import { isObject, type JsonObject } from "../../protocol/message.ts";
import type { ProofRequest } from "../server/verifier.ts";

/** Proof that is valid for its request; a replay check must follow. */
export interface ValidProof {
  readonly thumbprint: string;
  readonly id: string;
  /** Creation time, in milliseconds since 1970. */
  readonly issuedAt: number;
  readonly nonce: unknown;
}

export interface ProofRules {
  readonly algorithms: readonly string[];
  /**
   * Maximum difference between the creation time of a proof and now, in
   * milliseconds.
   */
  readonly maxAgeMs: number;
}

/** Maximum length of a `jti`, in characters. */
const maxId = 256;

/** Private members of a JWK. */
const privateMembers = ["d", "p", "q", "dp", "dq", "qi", "oth", "k", "priv"];

/**
 * Validates a DPoP proof for a request. Returns a description of the problem if
 * it is invalid. Cheap checks come first, and the signature last.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9449#section-4.3 | RFC 9449,
 * 4.3}
 */
export async function checkProof(
  request: ProofRequest,
  { algorithms, maxAgeMs }: ProofRules,
): Promise<ValidProof | string> {
  const { proof, token, thumbprint } = request;
  if (proof === undefined) return "there is no DPoP proof";
  const read = readProof(proof);
  if (!read) return "the DPoP header is not one proof";
  const { header, claims } = read;
  if (String(header["typ"]).toLowerCase() !== "dpop+jwt")
    return "the type of the proof is not dpop+jwt";
  if (typeof header["alg"] !== "string" || !algorithms.includes(header["alg"]))
    return "the proof is signed with another algorithm";
  const jwk = publicKey(header["jwk"]);
  if (!jwk) return "the proof has no public key";
  const issue = requestIssue(claims, request);
  if (issue !== undefined) return issue;
  const { iat, jti, nonce } = claims;
  if (typeof iat !== "number") return "iat is missing";
  if (!(Math.abs(Date.now() - iat * 1_000) <= maxAgeMs))
    return "the proof is too old, or from the future";
  if (typeof jti !== "string" || jti === "" || jti.length > maxId)
    return `jti has to be a text of at most ${maxId} characters`;
  if (claims["ath"] !== (await hashOf(token)))
    return "the proof is for another token";
  if ((await thumbprintOf(jwk)) !== thumbprint)
    return "the token is bound to another key";
  if (!(await isSigned(proof, algorithms))) return "the signature is not valid";
  return { thumbprint, id: jti, issuedAt: iat * 1_000, nonce };
}

interface Read {
  readonly header: JsonObject;
  readonly claims: JsonObject;
}

function readProof(proof: string): Read | undefined {
  try {
    return {
      header: decodeProtectedHeader(proof) as JsonObject,
      claims: decodeJwt(proof),
    };
  } catch {
    return undefined;
  }
}

function publicKey(jwk: unknown): JWK | undefined {
  if (!isObject(jwk)) return undefined;
  if (privateMembers.some((name) => Object.hasOwn(jwk, name))) return undefined;
  return jwk;
}

function requestIssue(
  { htm, htu }: JsonObject,
  { method, url }: ProofRequest,
): string | undefined {
  if (htm !== method) return "the proof is for another method";
  const target = typeof htu === "string" ? bareUrl(htu) : undefined;
  return target !== undefined && target === bareUrl(url)
    ? undefined
    : "the proof is for another URL";
}

/** Normalizes a URL and removes its query and fragment. */
function bareUrl(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

async function hashOf(token: string): Promise<string> {
  const bytes = new TextEncoder().encode(token);
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  return base64url.encode(new Uint8Array(hash));
}

async function thumbprintOf(jwk: JWK): Promise<string | undefined> {
  try {
    return await calculateJwkThumbprint(jwk);
  } catch {
    return undefined;
  }
}

async function isSigned(
  proof: string,
  algorithms: readonly string[],
): Promise<boolean> {
  try {
    await compactVerify(proof, EmbeddedJWK, { algorithms: [...algorithms] });
    return true;
  } catch {
    return false;
  }
}
