import type { JsonObject } from "../../protocol/message.ts";

/** Normalizes a `typ` for comparison: lower case, without `application/`. */
export function bareType(type: string): string {
  return type.toLowerCase().replace(/^application\//, "");
}

/** Values of `typ` that access tokens have. */
const accessTypes: readonly string[] = ["at+jwt", "jwt"];

/**
 * True if a header's `typ`, as `bareType` returns it, is the type of an access token.
 * An issuer signs proofs, grants and logout tokens with the same keys.
 */
export function isAccessType(
  typ: unknown,
  required: readonly string[] | undefined,
): boolean {
  if (typ === undefined) return required === undefined;
  if (typeof typ !== "string") return false;
  return (required ?? accessTypes).includes(typ);
}

/** Claims of ID tokens, of logout tokens, and of the answers that an issuer signs. */
const foreignClaims = [
  "at_hash",
  "c_hash",
  "s_hash",
  "nonce",
  "events",
] as const;

/**
 * Values of `token_use` or `typ` in the claims that mark an access token, or
 * another token.
 */
const accessUses: readonly unknown[] = ["access", "Bearer", "DPoP"];
const foreignUses: readonly unknown[] = ["id", "refresh", "offline", "logout"];

/**
 * True if the claims show that a token is not an access token. Many issuers set
 * no `typ` header or `JWT` for all tokens; then only the claims distinguish an
 * access token from an ID token. `typ` is as `bareType` returns it.
 */
export function isForeign(typ: unknown, claims: JsonObject): boolean {
  if (typ === "at+jwt") return false;
  const uses = [claims["token_use"], claims["typ"]];
  if (uses.some((use) => foreignUses.includes(String(use).toLowerCase())))
    return true;
  // Some issuers repeat a login's nonce in each token, and say which is which.
  if (uses.some((use) => accessUses.includes(use))) return false;
  return foreignClaims.some((name) => Object.hasOwn(claims, name));
}
