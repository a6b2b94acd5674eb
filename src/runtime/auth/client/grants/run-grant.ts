import type { TokenEndpointResponse } from "oauth4webapi";
import { clientCredentialsGrant } from "./client-credentials.ts";
import type { GrantContext } from "./context.ts";
import { enterpriseGrant } from "./enterprise.ts";
import type { Machine } from "./machine.ts";
import { workloadGrant } from "./workload.ts";

/** Whether a machine is a client that the authorization server has to know. */
export function needsClient({ kind }: Machine): boolean {
  return kind !== "workload";
}

/**
 * Gets a token where no person is asked, by one request and no other way. Rejects
 * with an AuthorizationError, which is a TokenError where the server gave none.
 */
export function runGrant(
  machine: Machine,
  context: GrantContext,
): Promise<TokenEndpointResponse> {
  switch (machine.kind) {
    case "client-credentials":
      return clientCredentialsGrant(context);
    case "enterprise":
      return enterpriseGrant(machine, context);
    case "workload":
      return workloadGrant(machine, context);
    default:
      return machine satisfies never;
  }
}
