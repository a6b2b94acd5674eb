import { randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT, type JWK } from "jose";
import type { Key } from "./options.ts";

/** A grant: what one login gave, until it is taken back. */
export interface Grant {
  readonly subject: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly resource: string | undefined;
  /** The thumbprint of the key that its tokens are bound to. */
  jkt: string | undefined;
  isRevoked: boolean;
}

/** What is known of an access token. */
export interface IssuedToken {
  readonly token: string;
  readonly grant: Grant;
  readonly scopes: readonly string[];
  /** In milliseconds. */
  readonly expiresAt: number;
}

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: Key;
  readonly publicKey: Key;
  readonly jwk: JWK;
}

export async function signingKey(): Promise<SigningKey> {
  const pair = await generateKeyPair("ES256", { extractable: true });
  const kid = randomUUID();
  const jwk = await exportJWK(pair.publicKey);
  return {
    kid,
    privateKey: pair.privateKey,
    publicKey: pair.publicKey,
    jwk: { ...jwk, kid, alg: "ES256", use: "sig" },
  };
}

/** What one access token says; each claim can be replaced or, as undefined, left out. */
export interface TokenContent {
  readonly issuer: string;
  readonly grant: Grant;
  readonly scopes: readonly string[];
  /** Seconds. */
  readonly expiresIn: number;
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** Signs an access token whose audience is the resource that was asked for. */
export async function accessToken(
  { kid, privateKey }: SigningKey,
  { issuer, grant, scopes, expiresIn, claims = {} }: TokenContent,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const all = {
    iss: issuer,
    sub: grant.subject,
    aud: grant.resource ?? issuer,
    client_id: grant.clientId,
    scope: scopes.join(" "),
    jti: randomUUID(),
    iat: now,
    exp: now + expiresIn,
    ...(grant.jkt !== undefined && { cnf: { jkt: grant.jkt } }),
    ...claims,
  };
  return new SignJWT(all)
    .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid })
    .sign(privateKey);
}
