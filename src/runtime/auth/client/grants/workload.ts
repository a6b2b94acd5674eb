import type { TokenEndpointResponse } from "oauth4webapi";
import { requestToken, tokenUrl } from "../token-endpoint/request-token.ts";
import { TokenError } from "../token-endpoint/token-error.ts";
import type { GrantContext } from "./context.ts";
import type { WorkloadMachine } from "./machine.ts";
import { givenToken, jwtBearer } from "./jwt-bearer.ts";
import { RefusedAssertions } from "./refused-assertions.ts";
import { requireGrant, scopeOf } from "./require-grant.ts";

const refusedBy = new WeakMap<WorkloadMachine, RefusedAssertions>();

/**
 * Requests a token with a workload's JWT. A request that was rejected for good
 * is not sent again; its error is thrown instead.
 */
export async function workloadGrant(
  machine: WorkloadMachine,
  context: GrantContext,
): Promise<TokenEndpointResponse> {
  const { server, resource } = context;
  const { issuer } = server;
  requireGrant(server, jwtBearer);
  const audience = tokenUrl(server);
  const asked = { audience, issuer, resource };
  const assertion = givenToken(await machine.token(asked), "machine.token");
  const parameters = { assertion, resource, scope: scopeOf(context) };
  const refused = refusedBy.get(machine) ?? new RefusedAssertions();
  refusedBy.set(machine, refused);
  const key = await refused.keyOf([issuer, ...Object.values(parameters)]);
  const before = refused.get(key);
  if (before) throw before;
  const nobody = { client: { client_id: "-" }, authentication: () => {} };
  try {
    return await requestToken({ ...context, ...nobody }, jwtBearer, parameters);
  } catch (error) {
    if (error instanceof TokenError && !error.isTemporary)
      refused.add(key, error);
    throw error;
  }
}
