import { decodeJwt, decodeProtectedHeader } from "jose";
import type { JsonObject } from "../../wire/message.ts";
import type { Rejected, Verified, Verifier } from "../server/verifier.ts";
import {
  rejected,
  audiencesOf,
  timesOf,
  verifiedOf,
  type ClaimReaders,
  type TokenInfo,
} from "../verify/claims.ts";
import {
  resolveJwtOptions,
  type JwtOptions,
  type ResolvedJwtOptions,
  type TokenIssuer,
} from "./options.ts";
import { proveToken, type TokenHeader } from "./prove-token.ts";
import { givenKeys, RemoteKeys, type IssuerKeys } from "./remote-keys.ts";
import { isAccessType, isForeign } from "../verify/token-kind.ts";

/**
 * Verifies access tokens that are JSON Web Tokens: for `protect({ verify: jwt(…)
 * })`.
 *
 * It checks the signature by the keys of the issuer, which may change at any time,
 * and the kind of the token, its times, and its audience where you name one. When
 * the keys cannot be had, it throws an Error, which says nothing about the token.
 * Throws a TypeError for options that are not sound.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/authorization#token-handling | Token handling}
 */
export function jwt<Auth = TokenInfo>(
  options: JwtOptions<Auth>,
): Verifier<Auth> {
  const resolved = resolveJwtOptions(options);
  const keys = new Map(
    resolved.issuers.map((one) => [one.issuer, keysOf(one, resolved)]),
  );
  return async (token) => {
    const read = readToken(token);
    if (!read) return rejected("the token is no signed JWT");
    const { header, issuer } = read;
    const { algorithms } = resolved;
    if (!isAccessType(header.typ, resolved.types))
      return rejected("the token is of another type than an access token");
    if (!algorithms.includes(header.alg))
      return rejected("the token is signed with another algorithm");
    const own = keys.get(issuer);
    if (!own) return rejected("the token is of another issuer");
    const refused = await proveToken(token, header, own, algorithms);
    // What is signed is what was read: one text, decoded once.
    return refused ?? judge(read, resolved, options);
  };
}

function keysOf(
  { issuer, jwks }: TokenIssuer,
  resolved: ResolvedJwtOptions,
): IssuerKeys {
  const isSet = typeof jwks === "object" && !(jwks instanceof URL);
  if (isSet) return givenKeys(jwks);
  return new RemoteKeys({ ...resolved, issuer, url: jwks && String(jwks) });
}

/** What a token says of itself: as long as it is not proved, only good for finding out who could prove it. */
interface Read {
  readonly header: TokenHeader;
  readonly issuer: string;
  readonly claims: JsonObject;
}

function readToken(token: string): Read | undefined {
  try {
    const { alg, kid, typ, b64 } = decodeProtectedHeader(token);
    // The payload of a JWT is encoded, whatever else may be signed.
    if (b64 !== undefined) return undefined;
    const claims = decodeJwt(token);
    const { iss } = claims;
    if (typeof alg !== "string" || typeof iss !== "string") return undefined;
    return { header: { alg, kid, typ }, issuer: iss, claims };
  } catch {
    return undefined;
  }
}

/** What is left to ask of claims that are proved, but for what is the same for all verifiers. */
function judge<Auth>(
  { claims, header, issuer }: Read,
  { audience, aheadMs, afterMs }: ResolvedJwtOptions,
  readers: ClaimReaders<Auth>,
): Verified<Auth> | Rejected {
  if (isForeign(header.typ, claims))
    return rejected("the token is of another kind than an access token");
  const times = timesOf(claims, {
    time: Date.now(),
    aheadMs,
    afterMs,
    mustEnd: true,
  });
  if ("error" in times) return times;
  if (
    audience &&
    !audiencesOf(claims["aud"]).some((one) => audience.includes(one))
  )
    return rejected("the token is for another audience");
  const verified = verifiedOf(claims, { issuer, realm: issuer }, readers);
  if ("error" in verified) return verified;
  return {
    ...verified,
    ...times,
    ...(audience && { isAudienceChecked: true }),
  };
}
