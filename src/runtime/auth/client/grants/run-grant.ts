import type { TokenEndpointResponse } from "oauth4webapi";
import { clientCredentialsGrant } from "./client-credentials.ts";
import type { GrantContext } from "./context.ts";
import { enterpriseGrant } from "./enterprise.ts";
import type { Machine } from "./machine.ts";
import { workloadGrant } from "./workload.ts";

/** True if the machine must be a registered client. */
export function needsClient({ kind }: Machine): boolean {
  return kind !== "workload";
}

/**
 * Obtains a token without a user. Never falls back to another grant. Rejects
 * with an AuthorizationError; with a TokenError if the server issued no token.
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
