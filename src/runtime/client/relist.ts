import type { Call } from "../peer/pending.ts";
import { ProtocolError } from "../wire/errors.ts";
import type { Session } from "./link.ts";
import { toolNames } from "./tool-names.ts";

/** A bound on how long a list a server can make a client read. */
const maxPages = 100;

/** Whether a server refused a call of a tool for the headers that repeat it. */
export function isMismatch({ asked }: Call, { code }: ProtocolError): boolean {
  const { errorCodes } = asked.exchange.dialect.table;
  return (
    asked.method === "tools/call" && code === errorCodes["HEADER_MISMATCH"]
  );
}

/**
 * Lists the tools as far as the one that was called, so that the transport learns
 * which headers its calls need. What the server refuses to list leaves the call
 * with the error it had.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/transports/streamable-http#client-behavior | Client Behavior}
 */
export async function relist(
  session: Session,
  { asked, ends }: Call,
  mismatch: ProtocolError,
): Promise<void> {
  const { exchange, options, params } = asked;
  const { sender, transport } = session.connection;
  const { signal, timeout } = options;
  const limits = {
    ends,
    ...(signal && { signal }),
    ...(timeout !== undefined && { timeout }),
  };
  let page = {};
  try {
    for (let count = 0; count < maxPages; count++) {
      const { tools, nextCursor: cursor } = await sender.request(
        exchange,
        transport,
        "tools/list",
        page,
        limits,
      );
      if (toolNames(tools).includes(params?.["name"])) return;
      if (typeof cursor !== "string") return;
      page = { cursor };
    }
  } catch (error) {
    throw error instanceof ProtocolError ? mismatch : error;
  }
}
