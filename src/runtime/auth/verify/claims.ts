import { isObject, type JsonObject } from "../../protocol/message.ts";
import { scopesOf } from "../server/scopes.ts";
import type { Rejected, Verified } from "../server/verifier.ts";

/** Default value of `context.auth`: the contents of a token. */
export interface TokenInfo {
  /** Issuer, if known. */
  readonly issuer?: string;
  /** Subject: `sub`, or else `username`. */
  readonly subject?: string;
  /**
   * Client that the token was issued to: `client_id`, or an equivalent claim.
   */
  readonly clientId?: string;
  /** Granted scopes. */
  readonly scopes: readonly string[];
  /** All claims of the token or of the introspection response. */
  readonly claims: JsonObject;
}

/** Custom readers for claims. */
export interface ClaimReaders<Auth> {
  /**
   * Returns the value of `context.auth` from verified claims. Return
   * `undefined` to reject the token.
   *
   * @default a `TokenInfo`
   */
  readonly auth?: (claims: JsonObject) => Auth | undefined;
  /**
   * Returns the subject if it is not in `sub`. Return `undefined` to reject the
   * token.
   *
   * @default `sub`, else `username`, else the client if it acts for itself
   */
  readonly subject?: (claims: JsonObject) => string | undefined;
  /**
   * Returns the scopes of a token.
   *
   * @default `scope` and `scp`, as string or list
   */
  readonly scopes?: (claims: JsonObject) => readonly string[];
}

/** Claims that contain the client id, the standard one first. */
const clientClaims = ["client_id", "azp", "cid", "appid"] as const;

/** Rules for claims, and their source. */
export interface ClaimRules {
  /** The issuer of the claims, if it is known. */
  readonly issuer: string | undefined;
  /** Prefix that separates subjects of the same name: the issuer, or the server that answers for it. Contains no spaces. */
  readonly realm: string;
  readonly clock: TokenClock;
  /** The audiences of this server, if the verifier checks them. */
  readonly audience: readonly string[] | undefined;
}

/** Checks the times and the audience of claims from a trusted source, and reads the values that `protect` needs. */
export function judgeClaims<Auth>(
  claims: JsonObject,
  { issuer, realm, clock, audience: ours }: ClaimRules,
  readers: ClaimReaders<Auth>,
): Verified<Auth> | Rejected {
  const times = timesOf(claims, clock);
  if ("error" in times) return times;
  const audience = textsOf(claims["aud"]);
  if (ours && !audience.some((one) => ours.includes(one)))
    return rejected("the token is for another audience");
  const who = whoOf(claims, readers);
  if (who === undefined) return rejected("the token has no subject");
  const bound = confirmationOf(claims["cnf"]);
  if (bound === "unknown")
    return rejected("the token is bound in a way that cannot be checked");
  const scopes = readers.scopes?.(claims) ?? scopesOf(claims);
  const auth = readers.auth
    ? readers.auth(claims)
    : // Without a reader, Auth is the default type.
      (tokenInfo(claims, issuer, who, scopes) as Auth);
  if (auth === undefined) return rejected("the token is not accepted here");
  return {
    // Unambiguous: a realm has no space, and a kind of name no colon.
    principal: `${realm} ${who.kind}:${who.name}`,
    scopes,
    audience,
    isAudienceChecked: ours && true,
    expiresAt: times.expiresAt,
    notBefore: times.notBefore,
    auth,
    confirmation: bound,
  };
}

/** Clock to check the times of a token with, in milliseconds. */
export interface TokenClock {
  /** Current time, in milliseconds since 1970. */
  readonly time: number;
  /** Tolerance for the start of validity. */
  readonly aheadMs: number;
  /** Tolerance for the expiry. */
  readonly afterMs: number;
  /** True to reject a token without an expiry. */
  readonly mustEnd: boolean;
}

/** Returns when a token begins and ends, or rejects it if that is not now. */
function timesOf(
  { exp, nbf, iat }: JsonObject,
  { time, aheadMs, afterMs, mustEnd }: TokenClock,
): Pick<Verified, "expiresAt" | "notBefore"> | Rejected {
  if (!isTime(exp) && (mustEnd || exp !== undefined))
    return rejected("the token has no expiry");
  const expiresAt = isTime(exp) ? exp * 1_000 + afterMs : undefined;
  if (expiresAt !== undefined && expiresAt <= time)
    return rejected("the token has expired");
  for (const start of [nbf, iat]) {
    if (start === undefined) continue;
    if (!isTime(start)) return rejected("the token has an invalid time");
    if (start * 1_000 - aheadMs > time)
      return rejected("the token begins in the future");
  }
  const notBefore = isTime(nbf) ? nbf * 1_000 - aheadMs : undefined;
  return { expiresAt, notBefore };
}

/** True if a claim is a time in seconds since 1970. */
function isTime(claim: unknown): claim is number {
  return typeof claim === "number" && Number.isFinite(claim);
}

export function rejected(description: string): Rejected {
  return { error: "invalid_token", description };
}

interface Who {
  readonly kind: "sub" | "user" | "client";
  readonly name: string;
}

/** Claims that identify a user or a login. */
const personal = [
  ...["sid", "auth_time", "email", "upn", "uid", "user_id", "user_name"],
  "preferred_username",
];

/**
 * Returns the subject of a token. If there are no signs of a user, it is the
 * client itself. A token of a user without a subject is rejected, so that
 * different users of one client do not share an identity.
 */
function whoOf(
  claims: JsonObject,
  { subject }: ClaimReaders<unknown>,
): Who | undefined {
  const sub = subject ? textOf(subject(claims)) : textOf(claims["sub"]);
  if (sub !== undefined) return { kind: "sub", name: sub };
  const user = textOf(claims["username"]);
  if (subject === undefined && user !== undefined)
    return { kind: "user", name: user };
  const isOpen = subject !== undefined || "sub" in claims;
  if (isOpen || personal.some((name) => Object.hasOwn(claims, name)))
    return undefined;
  const client = clientOf(claims);
  return client === undefined ? undefined : { kind: "client", name: client };
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
  issuer: string | undefined,
  who: Who,
  scopes: readonly string[],
): TokenInfo {
  const clientId = clientOf(claims);
  const info: Writable<TokenInfo> = { scopes, claims };
  if (issuer !== undefined) info.issuer = issuer;
  if (who.kind !== "client") info.subject = who.name;
  if (clientId !== undefined) info.clientId = clientId;
  return info;
}

/**
 * Returns the key that a token is bound to; "unknown" for a certificate or any
 * other binding that is not supported.
 */
function confirmationOf(cnf: unknown): Verified["confirmation"] | "unknown" {
  if (cnf === undefined || cnf === null) return undefined;
  if (!isObject(cnf)) return "unknown";
  const { jkt, ...others } = cnf;
  return textOf(jkt) === undefined || Object.keys(others).length > 0
    ? "unknown"
    : { jkt: String(jkt) };
}

type Writable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** Returns the texts of a claim that is a text or a list of them. */
function textsOf(claim: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return all.filter((one): one is string => textOf(one) !== undefined);
}

function textOf(claim: unknown): string | undefined {
  return typeof claim === "string" && claim !== "" ? claim : undefined;
}
