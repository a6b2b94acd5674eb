import { isObject, type JsonObject } from "../../wire/message.ts";
import { scopesOf } from "../server/scopes.ts";
import type { Rejected, Verified } from "../server/verifier.ts";

/** What a handler reads of a token as `context.auth`, unless a verifier is told otherwise. */
export interface TokenInfo {
  /** Who issued it, where that is known. */
  readonly issuer?: string;
  /** Who it is about: `sub`. */
  readonly subject?: string;
  /** The client that it was issued to: `client_id`, or what else has that meaning. */
  readonly clientId?: string;
  /** What it allows. */
  readonly scopes: readonly string[];
  /** All that it says, or all that its server says of it. */
  readonly claims: JsonObject;
}

/** What of the claims a verifier is told to read in its own way. */
export interface ClaimReaders<Auth> {
  /**
   * What handlers read as `context.auth`, from claims that are proved; undefined
   * refuses the token. By default a `TokenInfo`.
   */
  readonly auth?: (claims: JsonObject) => Auth | undefined;
  /** The scopes of a token; by default `scope` and `scp`, as text or list. */
  readonly scopes?: (claims: JsonObject) => readonly string[];
}

/** The names under which authorization servers tell the client, the standard one first. */
const clientClaims = ["client_id", "azp", "cid", "appid"] as const;

/** What claims, whose signature or server is trusted, say to `protect`. */
export function verifiedOf<Auth>(
  claims: JsonObject,
  issuer: string,
  readers: ClaimReaders<Auth>,
): Verified<Auth> | Rejected {
  const principal = principalOf(claims, issuer);
  if (principal === undefined) return rejected("the token names nobody");
  const bound = confirmationOf(claims["cnf"]);
  if (bound === "unknown")
    return rejected("the token is bound in a way that cannot be checked");
  const scopes = readers.scopes?.(claims) ?? scopesOf(claims);
  const auth = readers.auth
    ? readers.auth(claims)
    : // Without a reader, Auth is what is given by default.
      (tokenInfo(claims, issuer, scopes) as Auth);
  if (auth === undefined) return rejected("the token is not accepted here");
  return {
    principal,
    scopes,
    audience: audiencesOf(claims["aud"]),
    auth,
    ...(bound && { confirmation: bound }),
  };
}

/**
 * When a token begins and ends, on a clock that may be so many milliseconds behind
 * and ahead of the issuer's. A token that says no end never ends: it is refused.
 */
export function timesOf(
  { exp, nbf, iat }: JsonObject,
  time: number,
  aheadMs: number,
  afterMs: number,
): Pick<Verified, "expiresAt" | "notBefore"> | Rejected {
  if (!isTime(exp)) return rejected("the token does not say when it ends");
  const expiresAt = exp * 1_000 + afterMs;
  if (expiresAt <= time) return rejected("the token has expired");
  for (const start of [nbf, iat]) {
    if (start === undefined) continue;
    if (!isTime(start)) return rejected("the token has a time that is none");
    if (start * 1_000 - aheadMs > time)
      return rejected("the token begins in the future");
  }
  if (!isTime(nbf)) return { expiresAt };
  return { expiresAt, notBefore: nbf * 1_000 - aheadMs };
}

/** Seconds since 1970. */
function isTime(claim: unknown): claim is number {
  return typeof claim === "number" && Number.isFinite(claim);
}

export function rejected(description: string): Rejected {
  return { error: "invalid_token", description };
}

/**
 * One name for one subject of one issuer: an issuer has no space in it, and a
 * client that acts for itself is no person of the same name.
 */
function principalOf(claims: JsonObject, issuer: string): string | undefined {
  const subject = textOf(claims["sub"]);
  if (subject !== undefined) return `${issuer} sub:${subject}`;
  const client = clientOf(claims);
  return client === undefined ? undefined : `${issuer} client:${client}`;
}

function clientOf(claims: JsonObject): string | undefined {
  for (const name of clientClaims) {
    const client = textOf(claims[name]);
    if (client !== undefined) return client;
  }
  return undefined;
}

function tokenInfo(
  claims: JsonObject,
  issuer: string,
  scopes: readonly string[],
): TokenInfo {
  const subject = textOf(claims["sub"]);
  const clientId = clientOf(claims);
  return {
    issuer,
    ...(subject !== undefined && { subject }),
    ...(clientId !== undefined && { clientId }),
    scopes,
    claims,
  };
}

/** The key that a token is bound to; "unknown" for a certificate, or whatever else is not checked. */
function confirmationOf(cnf: unknown): Verified["confirmation"] | "unknown" {
  if (cnf === undefined || cnf === null) return undefined;
  if (!isObject(cnf)) return "unknown";
  const { jkt, ...others } = cnf;
  return textOf(jkt) === undefined || Object.keys(others).length > 0
    ? "unknown"
    : { jkt: String(jkt) };
}

/** A claim that is text or a list of it. */
export function audiencesOf(claim: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return all.filter((one): one is string => textOf(one) !== undefined);
}

function textOf(claim: unknown): string | undefined {
  return typeof claim === "string" && claim !== "" ? claim : undefined;
}
