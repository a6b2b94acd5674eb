import type { HttpRequest } from "../../shared/request-response.ts";
import type { Posted } from "../posted.ts";
import { sendRefusal } from "../refusals.ts";
import type { Visit } from "../visit.ts";
import type { SseLink } from "./link.ts";

/** The stream that a message is for; undefined when the request was refused. */
export function requireLink(
  links: ReadonlyMap<string, SseLink>,
  visit: Visit,
  posted: Posted,
): SseLink | undefined {
  const link = findLink(links, visit);
  // Whose it is not does not learn that it is there.
  if (!link && idIn(visit) === null)
    sendRefusal(visit, 400, "sessionId is missing", posted);
  else if (!link) sendRefusal(visit, 404, "There is no such session", posted);
  return link;
}

/** The stream that a request names, where it is its sender's. */
export function findLink(
  links: ReadonlyMap<string, SseLink>,
  visit: Visit,
): SseLink | undefined {
  const link = links.get(idIn(visit) ?? "");
  const { principal } = visit.viewer;
  return link?.viewer.principal === principal ? link : undefined;
}

function idIn({ target }: HttpRequest): string | null {
  const query = target.indexOf("?");
  if (query === -1) return null;
  return new URLSearchParams(target.slice(query)).get("sessionId");
}
