import type { HttpRequest } from "../../http/shared/request-response.ts";

/** Credentials of a request. */
export type Credentials =
  | { readonly kind: "none" }
  | { readonly kind: "malformed"; readonly description: string }
  | {
      readonly kind: "token";
      readonly scheme: "bearer" | "dpop";
      readonly token: string;
    };

const none: Credentials = { kind: "none" };

/** Syntax of a token: RFC 6750, section 2.1. */
const tokenForm = /^[\w.~+/-]+=*$/;

/** Start of a second header that the platform joined to the first. */
const secondScheme = /,\s*(bearer|dpop|basic|negotiate)(\s|$)/i;

/**
 * Reads the access token from the `Authorization` header, never from the query.
 * Other schemes count as no credentials.
 *
 * @see {@link
 * https://modelcontextprotocol.io/specification/draft/basic/authorization#access-token-usage
 * | Access Token Usage}
 */
export function readCredentials(
  { header, target }: HttpRequest,
  takesProofs: boolean,
): Credentials {
  const value = header("authorization")?.trim() ?? "";
  if (value === "") return none;
  if (value.includes(",") && secondScheme.test(value))
    return malformed("there are two Authorization headers");
  const space = value.indexOf(" ");
  const word = space < 0 ? value : value.slice(0, space);
  const scheme = word.toLowerCase();
  const isOurs = scheme === "bearer" || (scheme === "dpop" && takesProofs);
  if (!isOurs) return none;
  const token = value.slice(word.length).trim();
  if (!tokenForm.test(token))
    return malformed("the Authorization header contains no valid token");
  if (hasTokenInQuery(target))
    return malformed("the token is in the query too");
  return { kind: "token", scheme, token };
}

function malformed(description: string): Credentials {
  return { kind: "malformed", description };
}

function hasTokenInQuery(target: string): boolean {
  const query = target.indexOf("?");
  return (
    query >= 0 && new URLSearchParams(target.slice(query)).has("access_token")
  );
}
