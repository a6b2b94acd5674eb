import type { Discovery } from "../discovery/discover.ts";
import { findServerMetadata } from "../discovery/server-metadata.ts";
import type { Dpop } from "../dpop/dpop.ts";
import { AuthorizationError } from "../errors.ts";
import type { Machine } from "../grants/machine.ts";
import { needsClient, runGrant } from "../grants/run-grant.ts";
import { identify } from "../identify.ts";
import type { Settings } from "../settings.ts";
import { tokensOf, type Tokens } from "./tokens.ts";
import { quote } from "../../../http/shared/quote.ts";

export interface MachineRequest {
  readonly settings: Settings;
  readonly machine: Machine;
  readonly discovery: Discovery;
  readonly scopes: readonly string[];
  readonly dpop: Dpop | undefined;
  readonly signal: AbortSignal;
}

/**
 * Obtains tokens with a grant that needs no user. Rejects with an
 * AuthorizationError.
 */
export async function machineTokens({
  settings,
  machine,
  discovery,
  scopes,
  dpop,
  signal,
}: MachineRequest): Promise<Tokens> {
  const { server, resource } = discovery;
  const { fetch } = settings;
  const registered = needsClient(machine)
    ? await identify(settings, { server, signal })
    : undefined;
  const answer = await runGrant(machine, {
    server,
    resource,
    scopes,
    registered,
    fetch,
    signal,
    dpop,
    findServer: async (issuer) => {
      const found = await findServerMetadata([issuer], {
        fetch,
        signal,
        revision: undefined,
      });
      if (found.kind === "found") return found.server;
      const told = `the identity provider ${quote(issuer)} has no metadata: ${found.why.join("; ")}`;
      throw new AuthorizationError("discovery", told, { issuer });
    },
  });
  const clientId = registered?.client.client_id ?? "";
  // A machine repeats its grant instead of using a refresh token.
  const { refresh_token: _, ...rest } = answer;
  return tokensOf(rest, { clientId, scopes });
}
