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
  /** Scopes of a machine grant. */
  readonly scopes: readonly string[];
  /** Receives warnings about problems that the renewal worked around. */
  readonly warn: ((warning: Error) => void) | undefined;
}

/** Maximum total time to obtain a token without a user, in milliseconds. */
const renewalMs = 120_000;

/**
 * Obtains tokens without user interaction. Returns undefined if a login is
 * required. Not cancellable by callers: a refresh token may be single-use.
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
