import { INVALID_PARAMS, ProtocolError } from "../wire/errors.ts";
import type { ProtocolTable } from "./protocol-table.ts";

/**
 * Refuses a revision that a server does not speak where it was asked for, and
 * names those it does: in the words of the table's own revision.
 */
export function unsupportedRevision(
  spoken: readonly ProtocolTable[],
  { errorCodes }: ProtocolTable,
  requested: string,
): ProtocolError {
  // Without the refused one, which a client would only try again.
  const supported = spoken
    .map(({ revision }) => revision)
    .filter((one) => one !== requested);
  return new ProtocolError(
    errorCodes["UNSUPPORTED_PROTOCOL_VERSION"] ?? INVALID_PARAMS,
    `Unsupported protocol version: this server speaks ${supported}`,
    { supported, requested },
  );
}
