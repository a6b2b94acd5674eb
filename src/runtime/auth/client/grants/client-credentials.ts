import type { TokenEndpointResponse } from "oauth4webapi";
import { requestToken } from "../token-endpoint/request-token.ts";
import type { GrantContext } from "./context.ts";
import { requireClient, requireGrant, scopeOf } from "./require-grant.ts";

const grantType = "client_credentials";

/** Requests a token for the client itself. */
export async function clientCredentialsGrant(
  context: GrantContext,
): Promise<TokenEndpointResponse> {
  const { resource } = context;
  requireGrant(context.server, grantType);
  const endpoint = { ...context, ...requireClient(context) };
  const scope = scopeOf(context);
  return requestToken(endpoint, grantType, { resource, scope });
}
