import type { JsonObject } from "../../wire/message.ts";

/** A `typ` as it is compared: the media type may be written without its first half. */
export function bareType(type: string): string {
  return type.toLowerCase().replace(/^application\//, "");
}

/** The types that an access token's header has, where it has one. */
const accessTypes: readonly string[] = ["at+jwt", "jwt"];

/**
 * Whether a header's `typ` is that of an access token: not of a proof, a grant, a
 * logout or whatever else an issuer signs with the same keys.
 */
export function isAccessType(
  typ: unknown,
  required: readonly string[] | undefined,
): boolean {
  if (typ === undefined) return required === undefined;
  if (typeof typ !== "string") return false;
  return (required ?? accessTypes).includes(bareType(typ));
}

/** Claims of ID tokens, of logout tokens, and of the answers that an issuer signs. */
const foreignClaims = [
  "at_hash",
  "c_hash",
  "s_hash",
  "nonce",
  "events",
] as const;

/** What an issuer says, among the claims, that the token is good for. */
const accessUses: readonly unknown[] = ["access", "Bearer", "DPoP"];
const foreignUses: readonly unknown[] = ["id", "refresh", "offline", "logout"];

/**
 * Whether a token of no type, or of type `JWT`, is for something else: many issuers
 * give none to all that they sign. An ID token says to a client who logged in, and
 * is no key to a server.
 */
export function isForeign(typ: unknown, claims: JsonObject): boolean {
  if (typeof typ === "string" && bareType(typ) === "at+jwt") return false;
  const uses = [claims["token_use"], claims["typ"]];
  if (uses.some((use) => foreignUses.includes(String(use).toLowerCase())))
    return true;
  // Some issuers repeat a login's nonce in each token, and say which is which.
  if (uses.some((use) => accessUses.includes(use))) return false;
  return foreignClaims.some((name) => Object.hasOwn(claims, name));
}
