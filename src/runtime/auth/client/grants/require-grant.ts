import type { AuthorizationServer } from "oauth4webapi";
import { quote } from "../../../http/shared/quote.ts";
import { AuthorizationError } from "../errors.ts";
import type { GrantClient, GrantContext } from "./context.ts";

/** Throws when a server lists what it can do, and this is not in it: nothing secret is sent for nothing. */
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

/** The client that a grant authenticates. Throws when there is none. */
export function requireClient({
  server: { issuer },
  registered,
}: GrantContext): GrantClient {
  if (registered) return registered;
  throw new AuthorizationError(
    "registration",
    `the authorization server ${quote(issuer)} has to know the client: give its id, with a secret or a key, as client`,
    { issuer },
  );
}

/** As a request has it: nothing where nothing is asked for. */
export function scopeOf({ scopes }: GrantContext): string | undefined {
  return scopes.length === 0 ? undefined : scopes.join(" ");
}
