import type { Dpop } from "../dpop/dpop.ts";
import { machineTokens } from "./machine-tokens.ts";
import { warnUnbound } from "./proofs.ts";
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
  /** Hears what was got over. */
  readonly warn: ((warning: Error) => void) | undefined;
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
  warn,
}: RenewalRequest): Promise<Tokens | undefined> {
  const { way } = settings;
  const signal = AbortSignal.timeout(renewalMs);
  const request = { settings, discovery, dpop, signal };
  const renewed = await (way.kind === "machine"
    ? machineTokens({ ...request, machine: way.machine, scopes })
    : tokens && refresh({ ...request, tokens }));
  if (renewed) warnUnbound(renewed, dpop, warn);
  return renewed;
}
