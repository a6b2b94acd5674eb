import type { Dpop } from "../dpop/dpop.ts";
import { machineTokens } from "./machine-tokens.ts";
import { refresh } from "./refresh.ts";
import type { ServerRecord } from "./server-record.ts";
import type { Settings } from "../settings.ts";
import type { Tokens } from "./tokens.ts";

export interface RenewalRequest {
  readonly settings: Settings;
  readonly record: ServerRecord;
  readonly tokens: Tokens | undefined;
  readonly dpop: Dpop | undefined;
  /** What a machine asks for. */
  readonly scopes: readonly string[];
}

/** How long it may take in all to get a token without a person, in milliseconds. */
const renewalMs = 120_000;

/**
 * Gets tokens without a person; undefined where one has to be asked. Nobody takes it
 * back: a refresh token may be good for one use.
 */
export async function renew({
  settings,
  record: { discovery },
  tokens,
  dpop,
  scopes,
}: RenewalRequest): Promise<Tokens | undefined> {
  const { way } = settings;
  const signal = AbortSignal.timeout(renewalMs);
  const request = { settings, discovery, dpop, signal };
  if (way.kind === "machine")
    return machineTokens({ ...request, machine: way.machine, scopes });
  return tokens && refresh({ ...request, tokens });
}
