import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTPayload,
} from "jose";
import type {
  Rejected,
  TokenRequest,
  Verified,
} from "../../../../src/runtime/auth/server.ts";
import {
  startScripted,
  type Asked,
  type ScriptedHttp,
  type Told,
} from "../../../support/auth/scripted-http.ts";

export interface TestKey {
  readonly privateKey: CryptoKey;
  readonly alg: string;
  readonly kid: string | undefined;
  readonly jwk: JWK;
}

export async function testKey(
  kid: string | undefined,
  alg = "ES256",
): Promise<TestKey> {
  const pair = await generateKeyPair(alg, { extractable: true });
  const jwk = await exportJWK(pair.publicKey);
  const named = { ...jwk, alg, use: "sig", ...(kid !== undefined && { kid }) };
  return { privateKey: pair.privateKey, alg, kid, jwk: named };
}

/** Seconds from now. */
export function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1_000) + seconds;
}

/** Signs claims; each can be replaced, or left out as undefined. */
export async function sign(
  key: TestKey,
  claims: Readonly<Record<string, unknown>>,
  header: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const protectedHeader: Record<string, unknown> = {
    typ: "at+jwt",
    ...(key.kid !== undefined && { kid: key.kid }),
    ...header,
  };
  if (protectedHeader["typ"] === undefined) delete protectedHeader["typ"];
  const payload = JSON.parse(JSON.stringify(claims)) as JWTPayload;
  return new SignJWT(payload)
    .setProtectedHeader({ alg: key.alg, ...protectedHeader })
    .sign(key.privateKey);
}

export interface TestIssuer extends ScriptedHttp {
  readonly issuer: string;
  /** What the key set holds; it can be changed at any time. */
  keys: readonly TestKey[];
  /** Answers in place of the usual, if it answers. */
  answer: ((asked: Asked) => Told | undefined) | undefined;
  /** How often a path was asked for. */
  count(path: string): number;
  claims(more?: Readonly<Record<string, unknown>>): Record<string, unknown>;
}

/** An issuer on loopback, with its metadata and its key set, which ends with the test. */
export async function startIssuer(
  keys: readonly TestKey[],
): Promise<TestIssuer> {
  const http = await startScripted((asked) => {
    const told = issuer.answer?.(asked);
    if (told) return told;
    switch (asked.url.pathname) {
      case "/.well-known/oauth-authorization-server":
        return { body: metadata };
      case "/jwks":
        return { body: { keys: issuer.keys.map(({ jwk }) => jwk) } };
      default:
        return { status: 404 };
    }
  });
  const { origin } = http;
  const metadata = { issuer: origin, jwks_uri: `${origin}/jwks` };
  const issuer: TestIssuer = {
    ...http,
    issuer: origin,
    keys,
    answer: undefined,
    count: (path) =>
      http.requests.filter(({ url }) => url.pathname === path).length,
    claims: (more) => ({
      iss: origin,
      sub: "ada",
      aud: "https://mcp.example/mcp",
      exp: inSeconds(60),
      iat: inSeconds(0),
      ...more,
    }),
  };
  return issuer;
}

export const request: TokenRequest = {
  method: "POST",
  target: "/mcp",
  header: () => undefined,
};

/** What a token was refused for; what it says when it was not is an error. */
export function refusal(outcome: Verified | Rejected): string {
  if ("error" in outcome) return outcome.description ?? outcome.error;
  throw new Error("the token was taken");
}

export function taken<Auth>(
  outcome: Verified<Auth> | Rejected,
): Verified<Auth> {
  if (!("error" in outcome)) return outcome;
  throw new Error(`the token was refused: ${outcome.description}`);
}
