import type { Exchange } from "../peer/exchange.ts";
import { choose, isUnsupported, supportedVersions } from "./negotiate.ts";
import type { Session } from "./link.ts";

/**
 * Agrees on another revision with a server that refused the one it was spoken
 * to. Rethrows every other error. Calls that are refused together agree once.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/versioning | Versioning}
 */
export async function renegotiate(
  session: Session,
  spoken: Exchange,
  error: unknown,
): Promise<void> {
  const { connection, lifecycle, options } = session;
  if (!isUnsupported(error, spoken.dialect)) throw error;
  if (lifecycle.agreed !== spoken) return;
  session.renegotiation ??= choose(
    { ...options, connection, lifecycle },
    supportedVersions(error),
  ).finally(() => (session.renegotiation = undefined));
  await session.renegotiation;
}
