import type { Call } from "../../peer/call.ts";
import { ProtocolError } from "../../protocol/errors.ts";
import type { Link } from "../link.ts";
import { toolNames } from "../tool-names.ts";
import { toolPages } from "../tool-pages.ts";

/** Whether a server refused a call of a tool for the headers that repeat it. */
export function isMismatch(
  { exchange, method }: Call,
  { code }: ProtocolError,
): boolean {
  const { errorCodes } = exchange.dialect.table;
  return method === "tools/call" && code === errorCodes["HEADER_MISMATCH"];
}

/**
 * Lists the tools as far as the one that was called, so that the transport learns
 * which headers its calls need. What the server refuses to list leaves the call
 * with the error it had.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/transports/streamable-http#client-behavior | Client Behavior}
 */
export async function relist(
  link: Link,
  { exchange, options: { timeout }, params }: Call,
  mismatch: ProtocolError,
  signal: AbortSignal,
): Promise<void> {
  const options = { signal, ...(timeout !== undefined && { timeout }) };
  try {
    for await (const { tools } of toolPages(link, { exchange, options }))
      if (toolNames(tools).includes(params?.["name"])) return;
  } catch (error) {
    throw error instanceof ProtocolError ? mismatch : error;
  }
}
