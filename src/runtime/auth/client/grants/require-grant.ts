import type { AuthorizationServer } from "oauth4webapi";
import { quote } from "../../../http/shared/quote.ts";
import { AuthorizationError } from "../errors.ts";
import type { GrantClient, GrantContext } from "./context.ts";

/**
 * Throws an AuthorizationError if a server's metadata list grant types without
 * this one. Avoids sending a secret in vain.
 */
export function requireGrant(
  { issuer, grant_types_supported: listed }: AuthorizationServer,
  grantType: string,
): void {
  if (!listed || listed.includes(grantType)) return;
  throw new AuthorizationError(
    "unsupported",
    `the authorization server ${quote(issuer)} does not support the grant ${grantType}, only ${quote(listed.join(", "))}`,
    { issuer },
  );
}

/**
 * Returns the client to authenticate as. Throws an AuthorizationError if there
 * is none.
 */
export function requireClient({
  server: { issuer },
  registered,
}: GrantContext): GrantClient {
  if (registered) return registered;
  throw new AuthorizationError(
    "registration",
    `the authorization server ${quote(issuer)} requires a registered client: set "client" to its id, with a secret or a key`,
    { issuer },
  );
}

/** Returns the `scope` parameter, or undefined without scopes. */
export function scopeOf({ scopes }: GrantContext): string | undefined {
  return scopes.length === 0 ? undefined : scopes.join(" ");
}
