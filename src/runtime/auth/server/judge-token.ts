import { isObject } from "../../protocol/message.ts";
import { mentions } from "./mentions.ts";
import { comparable } from "./resource.ts";
import type { Rejected, Verified } from "./verifier.ts";

/** What a token is held against, whatever has verified it. */
export interface TokenRules {
  /** The names of this server: as they were given, and as `comparable` has them. */
  readonly audiences: ReadonlySet<string>;
  readonly clockSkewMs: number;
}

/** No time of these days in milliseconds is as small: it is one in seconds. */
const leastTime = 100_000_000_000;

/** How many objects of what handlers get are looked at for the token. */
const maxAuthObjects = 50;

/** How long a token is that nobody guesses, in characters. */
const leastSecret = 16;

/**
 * Why a token that was verified is not good for this server, if it is not. Throws
 * a TypeError for what no verifier may give: the fault is the program's then.
 */
export function tokenProblem(
  verified: Verified,
  { audiences, clockSkewMs }: TokenRules,
): string | undefined {
  const { notBefore, expiresAt, audience, isAudienceChecked } = verified;
  const now = Date.now();
  if (timeOf("notBefore", notBefore, 0) > now + clockSkewMs)
    return "the token is not good yet";
  if (timeOf("expiresAt", expiresAt, Infinity) <= now - clockSkewMs)
    return "the token has expired";
  const isOurs =
    isAudienceChecked === true ||
    audience.some(
      // To the letter, as most are: a URL takes longer to read than all else.
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
  const isSound =
    isObject(found) &&
    typeof found["principal"] === "string" &&
    found["principal"] !== "" &&
    areTexts(found["scopes"]) &&
    areTexts(found["audience"]);
  if (!isSound)
    throw new TypeError(
      'verify gives { principal, scopes, audience, auth }, with a principal that is not empty and two lists of texts, or { error: "invalid_token" }',
    );
  if (maySeeToken && mentions(found["auth"], token, maxAuthObjects))
    throw new TypeError(
      "verify gives the token itself in auth: nobody else is to have it",
    );
  // Of what is as short, a name may be a part, as in a demonstration.
  if (token.length >= leastSecret && String(found["principal"]).includes(token))
    throw new TypeError(
      "verify gives the token itself as principal: nobody else is to have it",
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
  throw new TypeError(`verify gives ${name} in milliseconds since 1970`);
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
