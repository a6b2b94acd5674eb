import { isStateless } from "../../../protocol/revision/protocol-table.ts";
import { versionHeader } from "../gate/era.ts";
import { clientInfoProblem } from "../../../server/memory-budget.ts";
import { isObject } from "../../../protocol/message.ts";
import type { Charge } from "../kept/ledger.ts";
import type { Posted } from "../posted.ts";
import { refuseRevision, sendRefusal } from "../refusals.ts";
import type { HttpServices } from "../services.ts";
import type { Visit } from "../visit.ts";
import type { HttpSession } from "./link.ts";
import type { Sessions } from "./sessions.ts";

export const sessionHeader = "mcp-session-id";

/** What a session is counted as that may be opened; one that may not is refused. */
export function mayOpen(
  { server, kept }: HttpServices,
  sessions: Pick<Sessions, "makeRoom">,
  visit: Visit,
  posted: Posted,
): Charge | undefined {
  // A client that names a revision before there is a session names one of the server's.
  const named = visit.header(versionHeader);
  const isSpoken =
    named === undefined ||
    server.revisions.some(
      (table) => table.revision === named && !isStateless({ table }),
    );
  if (!isSpoken) {
    refuseRevision(visit, server.revisions, posted);
    return undefined;
  }
  const { value } = posted;
  const params = isObject(value) ? value["params"] : undefined;
  const problem = isObject(params) && clientInfoProblem(params, kept.lengths);
  if (problem) return none(visit, 413, posted, problem);
  const client = kept.accountOf(visit);
  const full = sessions.makeRoom(client);
  if (full) return none(visit, full, posted, "Too many sessions");
  const charge = kept.openSession(client, params);
  if ("account" in charge) return charge;
  return none(visit, charge.status, posted, charge.reason);
}

/** The session that a request names; undefined when the request was refused. */
export function requireSession(
  sessions: Sessions,
  visit: Visit,
  posted?: Posted,
): HttpSession | undefined {
  const id = visit.header(sessionHeader);
  if (id === undefined)
    return none(visit, 400, posted, `The header ${sessionHeader} is missing`);
  const session = sessions.get(id);
  // Whose it is not does not learn that it is there.
  if (!session || session.viewer.principal !== visit.viewer.principal)
    return none(visit, 404, posted, "There is no such session");
  const named = visit.header(versionHeader);
  if (named !== undefined && named !== session.revision)
    return none(
      visit,
      400,
      posted,
      `The session speaks ${session.revision}, and not what ${versionHeader} says`,
    );
  session.touch(visit);
  return session;
}

function none(
  visit: Visit,
  status: number,
  posted: Posted | undefined,
  message: string,
): undefined {
  sendRefusal(visit, status, message, posted);
  return undefined;
}
