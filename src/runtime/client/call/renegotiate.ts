import type { Exchange } from "../../peer/exchange.ts";
import { choose, isUnsupported, supportedVersions } from "../negotiate.ts";
import type { Link } from "../link.ts";

/**
 * Agrees on another revision with a server that refused the one it was spoken
 * to. Rethrows every other error. Calls that are refused together agree once.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/versioning | Versioning}
 */
export async function renegotiate(
  link: Link,
  spoken: Exchange,
  error: unknown,
): Promise<void> {
  if (!isUnsupported(error, spoken.dialect)) throw error;
  if (link.lifecycle.agreed !== spoken) return;
  link.renegotiation ??= choose(link, supportedVersions(error)).finally(
    () => (link.renegotiation = undefined),
  );
  await link.renegotiation;
}
