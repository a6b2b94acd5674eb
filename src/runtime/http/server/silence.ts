import { TransportError } from "../../protocol/errors.ts";
import type { ResolvedOptions } from "./resolve-options.ts";

/**
 * How long a client may take nothing of what waits for it, in milliseconds. Every
 * stream has comments meanwhile, so that one that reads takes something.
 */
export function silenceOf({
  keepAliveMs,
  bodyTimeoutMs,
}: Pick<ResolvedOptions, "keepAliveMs" | "bodyTimeoutMs">): number {
  return Math.max(8 * keepAliveMs, 2 * bodyTimeoutMs);
}

/** Why a client is cut off. */
export function unread(waiting: number): TransportError {
  return new TransportError(
    `the client does not read: ${waiting} bytes wait for it`,
  );
}
