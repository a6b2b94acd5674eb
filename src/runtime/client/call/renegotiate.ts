import type { Call } from "../../peer/call.ts";
import { running } from "../../protocol/timers/limit.ts";
import { waitFor } from "../../protocol/timers/wait-for.ts";
import { choose, isUnsupported, supportedVersions } from "../negotiate.ts";
import type { Link } from "../link.ts";

/**
 * Agrees on another revision with a server that refused the one it was spoken
 * to. Rethrows every other error. Calls that are refused together agree once, and
 * each of them waits for that no longer than for an answer.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/versioning | Versioning}
 */
export async function renegotiate(
  link: Link,
  { exchange, limits: { timeout } }: Call,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  if (!isUnsupported(error, exchange.dialect)) throw error;
  if (link.lifecycle.agreed !== exchange) return;
  link.renegotiation ??= choose(link, supportedVersions(error)).finally(
    () => (link.renegotiation = undefined),
  );
  const { clock = running } = link.connection.transport;
  await waitFor(
    link.renegotiation,
    { timeout, signal },
    "no other revision agreed on",
    clock,
  );
}
