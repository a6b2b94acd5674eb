import {
  isStateless,
  type ProtocolTable,
} from "../../../protocol/revision/protocol-table.ts";
import { versionHeader } from "../gate/era.ts";
import type { Posted } from "../posted.ts";
import type { HttpRequest } from "../../shared/request-response.ts";

/** The revision that the header names: by default the newest that needs no header. */
export function revisionOf(
  request: HttpRequest,
  revisions: readonly ProtocolTable[],
): ProtocolTable | undefined {
  const handshake = revisions.filter((table) => !isStateless({ table }));
  const named = request.header(versionHeader);
  if (named !== undefined)
    return handshake.find(({ revision }) => revision === named);
  const isSilent = ({ facts }: ProtocolTable): boolean =>
    facts.includes("sessions") && !facts.includes("protocol-version-header");
  return handshake.find(isSilent) ?? handshake[0];
}

/** Whether it answers a question: nobody has asked any. */
export function isAnswer({ kind, wants, received }: Posted): boolean {
  return (
    wants === "broken answer" ||
    (kind === "message" &&
      (received.kind === "result" || received.kind === "error"))
  );
}

/** Whether nothing has to go back, in this revision. */
export function isNotice(
  { kind, wants }: Posted,
  { batches }: ProtocolTable,
): boolean {
  return wants !== "calls" && (batches || kind === "message");
}
