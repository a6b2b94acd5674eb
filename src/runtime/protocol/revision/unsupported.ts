import {
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  oneLine,
  ProtocolError,
} from "../errors.ts";
import type { ProtocolTable } from "./protocol-table.ts";
import { wayTo } from "./spoken.ts";

/**
 * Refuses a revision that a server does not speak where it was asked for, and
 * names those it does: in the words of the table's own revision.
 */
export function unsupportedRevision(
  spoken: readonly ProtocolTable[],
  { errorCodes }: ProtocolTable,
  requested: string,
): ProtocolError {
  return new ProtocolError(
    errorCodes["UNSUPPORTED_PROTOCOL_VERSION"] ?? INVALID_PARAMS,
    `Unsupported protocol version: ${spokenHere(spoken, requested)}`,
    { supported: idsOf(spoken, requested), requested: oneLine(requested) },
  );
}

/** Refuses what a server says outside of a call to a client that shook no hands; `way` is what to do instead. */
export function unsent(
  method: string,
  way: string = "use context.peer before the handler returns",
): ProtocolError {
  return new ProtocolError(
    METHOD_NOT_FOUND,
    `${method} is not sent: without a handshake, clients hear it within their calls alone; ${way}`,
  );
}

/** What a server speaks, and how it would come to speak what was asked for. */
export function spokenHere(
  spoken: readonly ProtocolTable[],
  requested: string,
): string {
  const way = /^\d{4}-\d\d-\d\d$/.test(requested)
    ? `; for more, who runs it can ${wayTo(requested)}`
    : "";
  return `this server speaks ${idsOf(spoken, requested).join(", ")}${way}`;
}

/** Without the refused one, which a client would only try again. */
function idsOf(
  spoken: readonly ProtocolTable[],
  requested: string,
): readonly string[] {
  return spoken
    .map(({ revision }) => revision)
    .filter((one) => one !== requested);
}
