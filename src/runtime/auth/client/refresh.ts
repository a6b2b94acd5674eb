import { identify } from "./identify.ts";
import type { Settings } from "./settings.ts";
import { requestToken } from "./token-endpoint/request-token.ts";
import { TokenError } from "./token-endpoint/token-error.ts";
import type { Discovery } from "./discovery/discover.ts";
import type { Dpop } from "./dpop/dpop.ts";
import { tokensOf, type Tokens } from "./tokens.ts";

export interface RefreshRequest {
  readonly settings: Settings;
  readonly discovery: Discovery;
  readonly tokens: Tokens;
  readonly dpop: Dpop | undefined;
  readonly signal: AbortSignal;
}

/**
 * Gets a new token for an old one. Undefined where the authorization server gives
 * none to this client any more: a person has to be asked. Rejects with an
 * AuthorizationError where it may do so a little later.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/authorization#refresh-tokens | Refresh Tokens}
 */
export async function refresh({
  settings,
  discovery,
  tokens,
  dpop,
  signal,
}: RefreshRequest): Promise<Tokens | undefined> {
  const { server, resource } = discovery;
  const { refresh: refresh_token, clientId } = tokens;
  if (refresh_token === undefined) return undefined;
  const known = await identify(settings, {
    server,
    mayRegister: false,
    signal,
  });
  // Given to another client, as before it registered anew.
  if (known?.client.client_id !== clientId) return undefined;
  const { client, authentication } = known;
  const { fetch } = settings;
  const endpoint = { server, client, authentication, fetch, signal, dpop };
  try {
    const answer = await requestToken(endpoint, "refresh_token", {
      refresh_token,
      resource,
    });
    const { granted } = tokens;
    return tokensOf(answer, { clientId, scopes: granted, before: tokens });
  } catch (error) {
    if (isOver(error)) return undefined;
    throw error;
  }
}

/** Whether the authorization server will say the same the next time. */
function isOver(error: unknown): boolean {
  if (!(error instanceof TokenError) || error.isTemporary) return false;
  return error.status >= 400 && error.status < 500;
}
