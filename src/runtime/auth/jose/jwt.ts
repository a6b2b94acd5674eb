import { decodeJwt, decodeProtectedHeader } from "jose";
import type { JsonObject } from "../../protocol/message.ts";
import {
  markClaimReader,
  type Rejected,
  type Verified,
  type Verifier,
} from "../server/verifier.ts";
import {
  judgeClaims,
  rejected,
  type ClaimReaders,
  type TokenInfo,
} from "../verify/claims.ts";
import {
  resolveJwtOptions,
  type JwtOptions,
  type ResolvedJwtOptions,
  type TokenIssuer,
} from "./options.ts";
import type { KeySelector } from "./key-set.ts";
import { proveToken } from "./prove-token.ts";
import { givenKeys, RemoteKeys, type IssuerKeys } from "./remote-keys.ts";
import { bareType, isAccessType, isForeign } from "../verify/token-kind.ts";

/**
 * Returns a verifier for access tokens that are JSON Web Tokens: for `protect({
 * verify: jwt(…) })`.
 *
 * It checks the signature with the keys of the issuer (which may rotate at any
 * time), the token type, the times, and the audience if you set one. If the
 * keys are not available, it throws an Error; the token then counts as neither
 * valid nor invalid. Throws a TypeError for invalid options.
 *
 * @see {@link
 * https://modelcontextprotocol.io/specification/draft/basic/authorization#token-handling
 * | Token handling}
 */
export function jwt<Auth = TokenInfo>(
  options: JwtOptions<Auth>,
): Verifier<Auth> {
  const resolved = resolveJwtOptions(options);
  const keys = new Map(
    resolved.issuers.map((one) => [one.issuer, keysOf(one, resolved)]),
  );
  const readHeader = createHeaderReader();
  const verify: Verifier<Auth> = async (token) => {
    const read = readToken(token, readHeader);
    if (!read) return rejected("the token is not a signed JWT");
    const { header, issuer } = read;
    const { algorithms } = resolved;
    if (!isAccessType(header.typ, resolved.types))
      return rejected("the type of the token is not that of an access token");
    if (header.isExtended)
      return rejected("the token has an extension that is not supported");
    if (!algorithms.includes(header.alg))
      return rejected("the token is signed with another algorithm");
    const own = keys.get(issuer);
    if (!own) return rejected("the issuer of the token is not accepted");
    const refused = await proveToken(token, header, own);
    return refused ?? judge(read, resolved, options);
  };
  const { auth, scopes, subject } = options;
  // Custom readers may return anything.
  if (!auth && !scopes && !subject) markClaimReader(verify);
  return verify;
}

function keysOf(
  { issuer, jwks }: TokenIssuer,
  resolved: ResolvedJwtOptions,
): IssuerKeys {
  const isSet = typeof jwks === "object" && !(jwks instanceof URL);
  if (isSet) return givenKeys(jwks);
  return new RemoteKeys({ ...resolved, issuer, url: jwks && String(jwks) });
}

/** A token's content. Until its signature is verified, it only selects the keys. */
interface TokenContent {
  readonly header: TokenHeader;
  readonly issuer: string;
  readonly claims: JsonObject;
}

interface TokenHeader extends KeySelector {
  /** As `bareType` returns it, if it is a text. */
  readonly typ: unknown;
  /** True if the token is valid only with an extension, none of which is supported. */
  readonly isExtended: boolean;
}

function readToken(
  token: string,
  readHeader: (token: string) => TokenHeader | undefined,
): TokenContent | undefined {
  try {
    const header = readHeader(token);
    const claims = decodeJwt(token);
    const { iss } = claims;
    if (!header || typeof iss !== "string") return undefined;
    return { header, issuer: iss, claims };
  } catch {
    return undefined;
  }
}

/**
 * Returns a function that parses the header of a token. It parses the same header
 * once: the tokens of an issuer usually share it until the key changes.
 */
function createHeaderReader(): (token: string) => TokenHeader | undefined {
  let lastText = "";
  let last: TokenHeader | undefined;
  return (token) => {
    if (last && token.startsWith(lastText)) return last;
    const { alg, kid, typ, b64, crit } = decodeProtectedHeader(token);
    // The payload of a JWT is always encoded.
    if (b64 !== undefined || typeof alg !== "string") return undefined;
    const type: unknown = typeof typ === "string" ? bareType(typ) : typ;
    last = { alg, kid, typ: type, isExtended: crit !== undefined };
    lastText = token.slice(0, token.indexOf(".") + 1);
    return last;
  };
}

/** Checks the claims of a token whose signature is valid. */
function judge<Auth>(
  { claims, header, issuer }: TokenContent,
  { audience, aheadMs, afterMs }: ResolvedJwtOptions,
  readers: ClaimReaders<Auth>,
): Verified<Auth> | Rejected {
  if (isForeign(header.typ, claims))
    return rejected("the token is not an access token");
  const clock = { time: Date.now(), aheadMs, afterMs, mustEnd: true };
  const rules = { issuer, realm: issuer, clock, audience };
  return judgeClaims(claims, rules, readers);
}
