import type { AuthorizationServer } from "oauth4webapi";
import {
  knownRedirectUris,
  registered,
  type Registered,
  type RegistrationNeeds,
} from "./registration/registered.ts";
import type { Settings } from "./settings.ts";

/** Who this client has to be at an authorization server. */
export interface IdentityNeeds extends Pick<
  RegistrationNeeds,
  "redirectUri" | "scopes" | "clientId" | "stale"
> {
  readonly server: AuthorizationServer;
  readonly signal: AbortSignal;
}

/** Who this client is at an authorization server; it registers, where nothing else is known. */
export function identify(
  settings: Settings,
  needs: IdentityNeeds,
): Promise<Registered> {
  return registered(allNeeds(settings, needs));
}

/** Where people can come back to without another registration. */
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
