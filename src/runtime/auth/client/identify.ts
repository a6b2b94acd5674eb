import type { AuthorizationServer } from "oauth4webapi";
import {
  knownRedirectUris,
  registered,
  type Registered,
  type RegistrationNeeds,
} from "./registration/registered.ts";
import type { Settings } from "./settings.ts";

/** Requirements for the client identity at an authorization server. */
export interface IdentityNeeds extends Pick<
  RegistrationNeeds,
  "redirectUri" | "scopes" | "clientId" | "stale"
> {
  readonly server: AuthorizationServer;
  readonly signal: AbortSignal;
}

/**
 * Returns the identity of this client at an authorization server. Registers the
 * client if necessary.
 */
export function identify(
  settings: Settings,
  needs: IdentityNeeds,
): Promise<Registered> {
  return registered(allNeeds(settings, needs));
}

/** Returns the redirect URIs that need no new registration. */
export function redirectUrisOf(
  settings: Settings,
  needs: IdentityNeeds,
): Promise<readonly string[]> {
  return knownRedirectUris(allNeeds(settings, needs));
}

function allNeeds(
  { name, client, metadata, store, fetch }: Settings,
  needs: IdentityNeeds,
): RegistrationNeeds {
  const options = { name, metadata, ...(client && { client }) };
  return { ...needs, options, store, fetch };
}
