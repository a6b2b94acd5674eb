import { isObject } from "../../protocol/message.ts";
import { mentions } from "./mentions.ts";
import { comparable } from "./resource.ts";
import type { Rejected, Verified } from "./verifier.ts";

/** Rules for tokens from any verifier. */
export interface TokenRules {
  /** Audiences of this server: as given, and normalized by `comparable`. */
  readonly audiences: ReadonlySet<string>;
  readonly clockSkewMs: number;
}

/**
 * Minimum plausible time in milliseconds. A smaller value is probably in
 * seconds.
 */
const leastTime = 100_000_000_000;

/** Maximum number of objects in `auth` to search for the token. */
const maxAuthObjects = 50;

/** Minimum length of a token that cannot be guessed, in characters. */
const leastSecret = 16;

/**
 * Returns a description of the problem if a verified token is not valid for
 * this server. Throws a TypeError if the verifier returned invalid times.
 */
export function tokenProblem(
  verified: Verified,
  { audiences, clockSkewMs }: TokenRules,
): string | undefined {
  const { notBefore, expiresAt, audience, isAudienceChecked } = verified;
  const now = Date.now();
  if (timeOf("notBefore", notBefore, 0) > now + clockSkewMs)
    return "the token is not valid yet";
  if (timeOf("expiresAt", expiresAt, Infinity) <= now - clockSkewMs)
    return "the token has expired";
  const isOurs =
    isAudienceChecked === true ||
    audience.some(
      // Exact match first, because it is usual and parsing a URL is slow.
      (one) => audiences.has(one) || audiences.has(comparable(one)),
    );
  return isOurs ? undefined : "the token is for another audience";
}

/**
 * Returns what `verify` gave if it has the type that it should have. Throws a TypeError
 * for anything else, and if it contains the token. `auth` is searched for it only if
 * `maySeeToken` is true.
 */
export function requireVerified<Auth>(
  given: Verified<Auth> | Rejected,
  token: string,
  maySeeToken: boolean,
): Verified<Auth> | Rejected {
  const found: unknown = given;
  if (isObject(found) && found["error"] === "invalid_token") return given;
  const isValid =
    isObject(found) &&
    typeof found["principal"] === "string" &&
    found["principal"] !== "" &&
    areTexts(found["scopes"]) &&
    areTexts(found["audience"]);
  if (!isValid)
    throw new TypeError(
      'verify must return { principal, scopes, audience, auth }, with a principal that is not empty and two lists of texts, or { error: "invalid_token" }',
    );
  if (maySeeToken && mentions(found["auth"], token, maxAuthObjects))
    throw new TypeError(
      "verify returned the token itself in auth: remove it, because the token must stay secret",
    );
  // A name may contain a short token by chance, e.g. in a demo.
  if (token.length >= leastSecret && String(found["principal"]).includes(token))
    throw new TypeError(
      "verify returned the token itself as principal: use another id, because the token must stay secret",
    );
  return given;
}

function timeOf(
  name: string,
  given: number | undefined,
  byDefault: number,
): number {
  if (given === undefined) return byDefault;
  const isTime = typeof given === "number" && given >= leastTime;
  if (isTime || given === 0) return given;
  throw new TypeError(`verify must return ${name} in milliseconds since 1970`);
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
